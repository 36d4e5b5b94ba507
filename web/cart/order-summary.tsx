import ArrowRight from 'lucide-react/icons/arrow-right';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { DISCOUNT_TETRI } from '#shared/constants.ts';
import { toGel } from '#shared/money.ts';
import { TermsLabel } from '#web/lib/terms-label.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Money } from '#web/ui/money.tsx';
import { subtotalTetri, type CartItem } from './cart-store.ts';
import { useCheckout } from './use-checkout.ts';

type OrderSummaryProps = { items: readonly CartItem[]; reload(): void };

/** Sums, terms and the way to the bank: beside the lines, or with its button in a bar at the bottom of a narrow screen. */
export function OrderSummary({ items, reload }: OrderSummaryProps) {
  const { t } = useTranslation(['common', 'cart']);
  const terms = useRef<HTMLInputElement>(null);
  const [isAccepted, setAccepted] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const { isPending, problem, start } = useCheckout(items, reload);
  const subtotal = subtotalTetri(items);
  const total = toGel(subtotal - DISCOUNT_TETRI);

  const accept = (isTicked: boolean) => {
    setAccepted(isTicked);
    if (isTicked) setWarned(false);
  };
  const checkout = () =>
    void start(isAccepted, () => {
      setWarned(true);
      showTerms(terms);
    });
  const button = (
    <Button isWide className="min-w-0 max-desktop:px-4" isPending={isPending} pendingLabel={t('cart:checking_out')} onClick={checkout}>
      {t('cart:checkout')}
      <ArrowRight size={20} />
    </Button>
  );

  return (
    <>
      <section aria-labelledby="summary" className="flex flex-col gap-4 bg-surface-1 p-6 desktop:sticky desktop:top-8">
        <h2 id="summary" className="type-label">
          {t('cart:summary')}
        </h2>
        <dl className="flex flex-col gap-2">
          <Sum term={t('cart:subtotal')} gel={toGel(subtotal)} />
          <Sum term={t('cart:discount')} gel={toGel(DISCOUNT_TETRI)} />
          <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-hairline pt-4">
            <dt className="font-bold">{t('cart:total')}</dt>
            <dd className="text-[2rem] leading-10 font-bold">
              <Money gel={total} />
            </dd>
          </div>
        </dl>
        <Checkbox
          ref={terms}
          label={<TermsLabel />}
          checked={isAccepted}
          error={isWarned ? t('cart:accept_terms') : undefined}
          onChange={(event) => accept(event.target.checked)}
        />
        <div className="hidden desktop:block">{button}</div>
        {problem !== undefined && (
          <p role="alert" className="type-meta font-semibold text-danger">
            {problem}
          </p>
        )}
        <p className="type-small text-muted">{t('cart:next')}</p>
      </section>
      <BottomBar total={total}>{button}</BottomBar>
    </>
  );
}

function Sum({ term, gel }: { term: string; gel: number }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 text-muted">
      <dt>{term}</dt>
      <dd>
        <Money gel={gel} />
      </dd>
    </div>
  );
}

function BottomBar({ total, children }: { total: number; children: ReactNode }) {
  const { t } = useTranslation(['common', 'cart']);
  return (
    <div
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 flex items-center gap-4 border-t border-hairline bg-surface-1 px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] desktop:hidden"
    >
      <p className="shrink-0">
        <span className="type-small block text-muted">{t('cart:total')}</span>
        <span className="text-[1.375rem] leading-7 font-bold">
          <Money gel={total} />
        </span>
      </p>
      {children}
    </div>
  );
}

/** Above the keyboard and the bar, and with the focus on it, so that the next key ticks it. */
function showTerms({ current }: RefObject<HTMLInputElement | null>): void {
  current?.scrollIntoView({ block: 'center' });
  current?.focus({ preventScroll: true });
}
