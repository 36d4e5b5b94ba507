import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ExpiredLineView } from '#shared/cart/cart.contract.ts';
import { paths } from '#shared/paths.ts';
import { offerOf } from '#web/event-list/offer.tsx';
import { RequireUser } from '#web/lib/guard.tsx';
import { siteName } from '#web/lib/meta.ts';
import { useNow } from '#web/lib/now.tsx';
import type { Meta } from '#web/lib/page.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { EmptyState, ErrorState, NeedsScript, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { CartLine } from './cart-line.tsx';
import { type HoldAnnouncement, holdAnnouncement, useServerNow } from './hold-clock.ts';
import type { CartItem } from './cart-store.ts';
import { ExpiredLine, type FormerPlace } from './expired-line.tsx';
import { OrderSummary } from './order-summary.tsx';
import { nameOf, useCart, useLineActions } from './use-cart.ts';

export default function CartPage() {
  const { t } = useTranslation(['common', 'cart']);
  return (
    // As tall as the window from the start, so that the footer does not move when the lines have loaded.
    <PageBody className="flex min-h-(--view) flex-col gap-8">
      <PageTitle>{t('cart:title')}</PageTitle>
      <NeedsScript />
      <RequireUser>
        <OwnCart />
      </RequireUser>
    </PageBody>
  );
}

function OwnCart() {
  const { t } = useTranslation(['common', 'cart']);
  const { items, expired, state, message, reload } = useCart();
  const isEmpty = items.length === 0 && expired.length === 0;
  if (state === 'failed' && isEmpty) return <ErrorState message={message} onRetry={reload} />;
  if (state === 'loading' && isEmpty) return <Loading />;
  return (
    <>
      <HoldAnnouncer items={items} expired={expired} />
      {state === 'failed' && <ErrorState message={message} onRetry={reload} />}
      {isEmpty ? (
        <>
          <EmptyState text={t('cart:empty')}>
            <LinkButton to={paths.events('upcoming')}>{t('cart:to_events')}</LinkButton>
          </EmptyState>
          <div className="next-events w-full">
            <Suspense>
              <NextEvents />
            </Suspense>
          </div>
        </>
      ) : (
        <FullCart items={items} expired={expired} reload={reload} />
      )}
    </>
  );
}

const NextEvents = lazy(() => import('#web/event-list/next-events.tsx'));

const MailedCode = lazy(async () => ({ default: (await import('#web/accounts/second-factor/mailed-code.tsx')).MailedCode }));

const Proof = ({ onProved }: { onProved(): void }) => (
  <Suspense fallback={<Skeleton className="h-60 w-full" />}>
    <MailedCode takesFocus takesLink onProved={onProved} />
  </Suspense>
);

type FullCartProps = Pick<ReturnType<typeof useCart>, 'items' | 'expired' | 'reload'>;

function FullCart({ items, expired, reload }: FullCartProps) {
  const { t } = useTranslation(['common', 'cart']);
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  const { pending, problem, remove, forget, takeAgain } = useLineActions();
  // The pressed button disappears with its line, so the list gets the focus.
  const thenFocus = async (done: Promise<boolean>) => {
    if (await done) list.current?.focus();
  };
  return (
    <div className="grid grid-cols-1 gap-10 desktop:grid-cols-[minmax(0,1fr)_19.75rem]">
      <div className="flex flex-col gap-8">
        <ul ref={list} tabIndex={-1} aria-label={t('cart:lines')} className="border-t border-hairline">
          {items.map((item) => (
            <li key={item.ticketId}>
              <CartLine
                item={item}
                isLeaving={pending(item.eventId) === 'remove'}
                problem={problem(item.eventId)}
                onRemove={() => void thenFocus(remove(item))}
              />
            </li>
          ))}
          {expired.map((line) => (
            <li key={`expired-${line.eventId}`}>
              <ExpiredLine
                line={line}
                place={placeOf(line, now)}
                pending={pending(line.eventId)}
                problem={problem(line.eventId)}
                onTake={() => void thenFocus(takeAgain(line))}
                onForget={() => void thenFocus(forget(line))}
              />
            </li>
          ))}
        </ul>
        <FoldedCode />
      </div>
      <div>{items.length > 0 && <OrderSummary items={items} reload={reload} Proof={Proof} />}</div>
    </div>
  );
}

const PromoCodeForm = lazy(() => import('./promo-code-form.tsx'));

/** Few guests have a code: its form loads when it is opened. */
function FoldedCode() {
  const { t } = useTranslation('cart');
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details onToggle={() => setWasOpened(true)}>
      <summary className="inline-flex min-h-11 items-center underline underline-offset-4">{t('have_code')}</summary>
      {wasOpened && (
        <Suspense fallback={<Skeleton className="mt-3 h-21" />}>
          <PromoCodeForm />
        </Suspense>
      )}
    </details>
  );
}

function placeOf({ event, againAt }: ExpiredLineView, now: Date): FormerPlace {
  const offer = offerOf(event, now);
  if (offer.kind === 'on_sale' && againAt) return { kind: 'resting', until: againAt };
  if (offer.kind === 'on_sale') return { kind: 'free', price: offer.price };
  return { kind: offer.kind === 'sold_out' ? 'gone' : 'off_sale' };
}

function Loading() {
  const { t } = useTranslation(['common', 'cart']);
  return (
    <div aria-busy="true" className="grid gap-10 desktop:grid-cols-[minmax(0,1fr)_19.75rem]">
      <p className="sr-only">{t('cart:loading')}</p>
      <div className="flex flex-col gap-8">
        <Skeleton className="h-66" />
        <Skeleton className="h-11 w-32" />
      </div>
      <Skeleton className="h-77 desktop:h-95 desktop:[&:lang(ka)]:h-100" />
    </div>
  );
}

/** The metadata of the empty page, which is the same for everyone. */
export const meta: Meta = ({ t, language, site }) => ({
  title: t('cart:title'),
  description: t('cart:meta', { site: siteName(site, language) }),
  path: paths.cart,
  isPrivate: false,
});

type HoldAnnouncerProps = { items: readonly CartItem[]; expired: readonly ExpiredLineView[] };

/** Announces the time left to screen readers at a few moments only: a timer that speaks every second would drown out all else. */
function HoldAnnouncer({ items, expired }: HoldAnnouncerProps) {
  const { t } = useTranslation(['common', 'cart']);
  const { language } = useLanguage();
  const now = useServerNow();
  const last = useRef({ items, now });
  const [text, setText] = useState('');

  useEffect(() => {
    const { items: known, now: before } = last.current;
    last.current = { items, now };
    const said = known.flatMap((item) => {
      const news = isGone(item, items, expired) ? over : announcementOf(item, before, now);
      const name = nameOf(item, language);
      if (!news) return [];
      return news.kind === 'over' ? t('cart:announce_over', { name }) : t('cart:announce_left', { name, count: news.minutes });
    });
    if (said.length > 0) setText(said.join(' '));
  }, [now, items, expired, language, t]);

  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}

const over: HoldAnnouncement = { kind: 'over' };

const announcementOf = ({ heldUntil }: CartItem, before: number, now: number): HoldAnnouncement | undefined =>
  heldUntil === null ? undefined : holdAnnouncement(heldUntil, before, now);

/** The server reported the hold as expired before the timer did. */
const isGone = ({ eventId }: CartItem, items: readonly CartItem[], expired: readonly ExpiredLineView[]): boolean =>
  items.every((item) => item.eventId !== eventId) && expired.some((line) => line.eventId === eventId);
