import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { RequireUser } from '#web/lib/guard.tsx';
import { siteName } from '#web/lib/meta.ts';
import type { Meta } from '#web/lib/page.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CartLine } from './cart-line.tsx';
import type { CartItem } from './cart-store.ts';
import { DiscountRow } from './discount-row.tsx';
import { OrderSummary } from './order-summary.tsx';
import { useCart } from './use-cart.ts';
import { useRemoval } from './use-removal.ts';

export default function CartPage() {
  const { t } = useTranslation(['common', 'cart']);
  return (
    // As tall as the window from the start, so that the footer is not seen moving when the lines come.
    <PageBody className="flex min-h-dvh flex-col gap-8">
      <PageTitle>{t('cart:title')}</PageTitle>
      <RequireUser>
        <OwnCart />
      </RequireUser>
    </PageBody>
  );
}

function OwnCart() {
  const { t } = useTranslation(['common', 'cart']);
  const { items, state, message, reload } = useCart();
  if (state === 'failed' && items.length === 0) return <ErrorState message={message} onRetry={reload} />;
  if (state === 'loading' && items.length === 0) return <Loading />;
  if (items.length > 0)
    return (
      <>
        {state === 'failed' && <ErrorState message={message} onRetry={reload} />}
        <FullCart items={items} reload={reload} />
      </>
    );
  return (
    <EmptyState text={t('cart:empty')}>
      <LinkButton to={paths.events('upcoming')}>{t('cart:to_events')}</LinkButton>
    </EmptyState>
  );
}

function FullCart({ items, reload }: { items: readonly CartItem[]; reload(): void }) {
  const { t } = useTranslation(['common', 'cart']);
  const list = useRef<HTMLUListElement>(null);
  const { leaving, remove } = useRemoval(reload);
  // The button that was pressed goes with its line: the list takes the focus.
  const removeLine = async (item: CartItem) => {
    if (await remove(item)) list.current?.focus();
  };
  return (
    <div className="grid gap-10 desktop:grid-cols-[minmax(0,1fr)_19.75rem]">
      <div className="flex flex-col gap-8">
        <ul ref={list} tabIndex={-1} aria-label={t('cart:lines')} className="border-t border-hairline">
          {items.map((item) => (
            <li key={item.ticketId}>
              <CartLine item={item} isLeaving={leaving === item.ticketId} onRemove={() => void removeLine(item)} />
            </li>
          ))}
        </ul>
        <DiscountRow />
      </div>
      <div>
        <OrderSummary items={items} reload={reload} />
      </div>
    </div>
  );
}

function Loading() {
  const { t } = useTranslation(['common', 'cart']);
  return (
    <div aria-busy="true" className="grid gap-10 desktop:grid-cols-[minmax(0,1fr)_19.75rem]">
      <p className="sr-only">{t('cart:loading')}</p>
      <Skeleton className="h-45" />
      <Skeleton className="h-80" />
    </div>
  );
}

/** The empty page says nothing about anybody. */
export const meta: Meta = ({ t, language, site }) => ({
  title: t('cart:title'),
  description: t('cart:meta', { site: siteName(site, language) }),
  path: paths.cart,
  isPrivate: false,
});
