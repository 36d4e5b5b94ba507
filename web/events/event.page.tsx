import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLoaderData, useNavigate, useRevalidator, useRouteError, useLocation } from 'react-router';
import type { Api } from '#shared/api.ts';
import { dateText, timeText } from '#shared/dates.ts';
import { ApiError } from '#shared/errors.ts';
import { eventText } from '#shared/events/event-texts.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventName, playingNow } from '#shared/events/timing.ts';
import { paths } from '#shared/paths.ts';
import { sharedEvent, shareImageUrl } from '#shared/sharing/addresses.ts';
import { api, useSession } from '#web/lib/browser-api.ts';
import { useSite } from '#web/lib/site.tsx';
import { errorText } from '#web/lib/error-text.ts';
import { useHydrated } from '#web/lib/hydration.ts';
import { useNow } from '#web/lib/now.tsx';
import { perPerson } from '#web/lib/per-person.ts';
import { idIn, type LoadArgs, type Meta, statusOf } from '#web/lib/page.ts';
import { Place } from '#web/lib/place.tsx';
import { rememberReturnTo } from '#web/lib/return-to.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { NotFound } from '#web/layout/error-page.tsx';
import type { OpenedByPromoCode } from '#web/cart/promo-code-offer.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { asEvent } from '#web/event-list/as-event.ts';
import { actAnchor, LineUp } from '#web/event-list/line-up.tsx';
import { isOutdated, type Offer, offerOf } from '#web/event-list/offer.tsx';
import { type AddingOutcome, BuyCard, useBuying } from './buy-card.tsx';
import { CalendarLink, quiet } from './calendar-link.tsx';
import { Description } from './description.tsx';
import { EventHero } from './event-hero.tsx';
import { eventJsonLd } from './event-json-ld.ts';
import { EventRuler, NowList } from './event-ruler.tsx';

export const loader = async (api: Api, { params }: LoadArgs) => asEvent(await api.events.get({ id: idIn(params) }));

/** The cart's script loads with the first click. */
const addToCart = (event: EventView, code?: string): Promise<AddingOutcome> =>
  import('#web/cart/cart.ts').then((cart) => cart.addToCart(event, code)).catch((error: unknown) => ({ kind: 'failed', error }));

export default function EventPage() {
  const event = useLoaderData<typeof loader>();
  // A new key per event discards the state of another event's purchase.
  return <EventContent key={event.id} event={event} />;
}

function EventContent({ event: loaded }: { event: EventView }) {
  const { t } = useTranslation('events');
  const event = useFreshEvent(loaded);
  const { language } = useLanguage();
  const { isSignedIn } = useSession();
  const now = useNow();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const [opened, setOpened] = useState<OpenedByPromoCode>();
  const { waitlist } = useSite();
  const publicOffer = offerOf(event, now);
  const isSoldOut = publicOffer.kind === 'sold_out';
  const isBuyable = publicOffer.kind !== 'over' && publicOffer.kind !== 'cancelled';
  const offer: Offer = opened ? { kind: 'on_sale', price: opened.price } : publicOffer;
  const buying = useBuying(() => addToCart(event, opened?.code));
  const askForLogin = () => {
    rememberReturnTo(paths.event(event.id) + location.search);
    void navigate(paths.login);
  };
  return (
    <article>
      <EventHero event={event} name={eventName(event, language)} isSoldOut={offer.kind === 'sold_out'} />
      <div className="flex flex-col px-5 py-8 desktop:grid desktop:grid-cols-[minmax(0,1fr)_21.25rem] desktop:grid-rows-[auto_1fr] desktop:gap-x-14 desktop:gap-y-12 desktop:px-10 desktop:pt-8 desktop:pb-12">
        <RulerSection event={event} className="mb-8 desktop:col-span-2 desktop:mb-0 min-[80rem]:col-span-1" />
        <div className="flex flex-col gap-10 desktop:col-start-1">
          <LineUp event={event} isToCome={isBuyable} />
          <Description text={eventText(event, 'description', language)} />
        </div>
        <aside className="buy-side desktop:col-start-2 desktop:row-start-2 min-[80rem]:row-span-2 min-[80rem]:row-start-1">
          <div className="bg-surface-1 desktop:sticky desktop:top-10">
            <BuyCard
              offer={offer}
              priceNote={opened?.note}
              ticketTypes={event.baskets}
              isVerifiedOnly={event.isVerifiedOnly}
              hasNames={event.namesRequired === true && event.ticketsPerPerson > 1}
              isSignedIn={isSignedIn}
              buying={isSignedIn ? buying : { ...buying, add: askForLogin }}
            />
            {(isSoldOut || event.isAwaited) && (
              <div className={isSoldOut && waitlist ? 'waitlist-box noscript:hidden' : undefined}>
                {isHydrated && (
                  <Suspense>
                    <WaitlistPanel eventId={event.id} isSoldOut={isSoldOut} ProveFirst={ProveFirst} />
                  </Suspense>
                )}
              </div>
            )}
            {isBuyable && (
              <EventNotes
                dressCode={eventText(event, 'dressCode', language)}
                isSoldOut={offer.kind === 'sold_out'}
                ticketsPerPerson={event.ticketsPerPerson}
              />
            )}
            <div className="border-t border-hairline px-5 py-4 desktop:px-7">
              <Place />
              <Link to={`${paths.about}#place`} className={quiet}>
                {t('access')}
              </Link>
            </div>
            {isBuyable && (
              <div className="flex flex-wrap gap-x-6 px-5 pb-3 desktop:px-7">
                <CalendarLink id={event.id} />
                <Code isHydrated={isHydrated} eventId={event.id} offer={opened} onOffer={setOpened} />
              </div>
            )}
          </div>
        </aside>
      </div>
    </article>
  );
}

const WaitlistPanel = lazy(() => import('./waitlist-panel.tsx'));

const ProveFirst = lazy(() => import('#web/accounts/prove-first.tsx'));
const PromoCodeOffer = lazy(() => import('#web/cart/promo-code-offer.tsx'));

/** A link that opens the field, or what the code in the address opens. */
function Code({ isHydrated, ...props }: ComponentProps<typeof PromoCodeOffer> & { isHydrated: boolean }) {
  const { t } = useTranslation('events');
  const { search } = useLocation();
  if (isHydrated && search.includes('code='))
    return (
      <Suspense>
        <PromoCodeOffer {...props} />
      </Suspense>
    );
  return (
    <Link to="?code=" preventScrollReset className={quiet}>
      {t('have_code')}
    </Link>
  );
}

const NextEvents = lazy(() => import('#web/event-list/next-events.tsx'));

export function ErrorBoundary() {
  const { t } = useTranslation(['common', 'events', 'errors']);
  const failure = useRouteError();
  const { revalidate } = useRevalidator();
  const isHydrated = useHydrated();
  if (statusOf(failure) === 404)
    return (
      <NotFound title={t('events:not_found')} text={t('errors:event_not_found')} link={{ to: paths.allEvents, text: t('events:all') }}>
        <div className="next-events w-full">
          {isHydrated && (
            <Suspense>
              <NextEvents />
            </Suspense>
          )}
        </div>
      </NotFound>
    );
  const message = failure instanceof ApiError ? errorText(failure, t) : t('events:failed.text');
  return (
    <PageBody className="flex flex-col gap-8">
      <PageTitle>{t('events:failed.title')}</PageTitle>
      <ErrorState message={message} onRetry={() => void revalidate()} />
    </PageBody>
  );
}

export const meta: Meta<typeof loader> = ({ data: event, t, language, site, now }) => {
  const name = eventName(event, language);
  const date = dateText(event.startDate, language, t);
  const cancelled = event.isCancelled ? `${t('events:cancelled')}. ` : '';
  const text = cancelled + eventText(event, 'description', language);
  return {
    title: name,
    description: text.trim() ? shorten(`${date}, ${timeText(event.startDate)}. ${text}`) : t('events:meta', { name, date }),
    path: paths.event(event.id),
    ...(import.meta.env.SSR && {
      image: { url: shareImageUrl(site, language, sharedEvent(event, now)), alt: `${name}, ${date}` },
      jsonLd: eventJsonLd(event, site, language, now),
    }),
  };
};

/** The ruler on the event's own page: its blocks link to the line-up below. */
function RulerSection({ event, className }: { event: EventView; className: string }) {
  const { t } = useTranslation('events');
  const isPlaying = playingNow(event, useNow()).length > 0;
  if (event.lineUps.length === 0) return null;
  return (
    <section aria-label={t('set_times')} className={classNames(className, !isPlaying && 'hidden tablet:block')}>
      <EventRuler event={event} linkOf={({ id }) => `#${actAnchor(id)}`} />
      {isPlaying && <NowList event={event} />}
    </section>
  );
}

/** What to know before buying. */
export function EventNotes({
  dressCode,
  isSoldOut,
  ticketsPerPerson,
}: {
  dressCode: string;
  isSoldOut: boolean;
  ticketsPerPerson: number;
}) {
  const { t } = useTranslation(['common', 'events']);
  const notes = [
    t('events:notes.age'),
    ...(dressCode ? [t('events:notes.dress_code', { dressCode })] : []),
    ...(isSoldOut ? [] : [...perPerson(ticketsPerPerson, t), t('events:notes.qr')]),
  ];
  return (
    <ul className="type-meta px-5 pb-2 text-muted desktop:px-7 desktop:pb-5">
      {notes.map((note) => (
        <li key={note} className="border-t border-hairline py-3 wrap-anywhere first:border-t-0 desktop:first:border-t">
          {note}
        </li>
      ))}
    </ul>
  );
}

/** The event, fetched again when its sale begins or closes while the page is open; a failed fetch changes nothing. */
function useFreshEvent(loaded: EventView): EventView {
  const now = useNow();
  const [answer, setAnswer] = useState({ loaded, event: loaded });
  const event = answer.loaded === loaded ? answer.event : loaded;
  // Every minute until the answer is up to date.
  const dueAt = isOutdated(event, now) ? now : undefined;
  useEffect(() => {
    if (!dueAt) return undefined;
    const leaving = new AbortController();
    const put = (fresh: EventView) => setAnswer({ loaded, event: asEvent(fresh) });
    api.events
      .get({ id: loaded.id }, { signal: leaving.signal })
      .then(put)
      .catch(() => undefined);
    return () => leaving.abort();
  }, [dueAt, loaded]);
  return event;
}

/** Search engines show no more of a description. */
const LENGTH_MAX = 160;

/** A text on one line, cut between words to the length that search engines show. */
function shorten(text: string, longest = LENGTH_MAX): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest);
  return `${cut.slice(0, cut.lastIndexOf(' ')).toWellFormed()}…`;
}
