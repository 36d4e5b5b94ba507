import ArrowRight from 'lucide-react/icons/arrow-right';
import { type ComponentType, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, type ErrorCode } from '#shared/errors.ts';
import { toGel } from '#shared/money.ts';
import { api } from '#web/lib/browser-api.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import { TermsLabel } from '#web/lib/terms-label.tsx';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Money } from '#web/ui/value-text.tsx';
import { type CartItem, sumsOf } from './cart-store.ts';
import { useNewsletterOffer } from './newsletter-offer.ts';
import { TimeLeft } from './time-left.tsx';

type OrderSummaryProps = {
  items: readonly CartItem[];
  reload(): void;
  /** Asks for the proof of the buyer's address. */
  Proof: ComponentType<{ onProved(): void }>;
};

/** Sums, terms and checkout button: beside the lines, or with the button in a bar at the bottom of a narrow screen. */
export function OrderSummary({ items, reload, Proof }: OrderSummaryProps) {
  const { t } = useTranslation(['common', 'cart', 'forms']);
  const terms = useRef<HTMLInputElement>(null);
  const [isAccepted, setAccepted] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const newsletter = useNewsletterOffer();
  const { isPending, problem, needsProof, start } = useCheckout({ items, reload, onOrdered: newsletter.answer });
  const { subtotalTetri, discountTetri } = sumsOf(items);
  const total = toGel(subtotalTetri - discountTetri);

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
          <Sum term={t('cart:subtotal')} gel={toGel(subtotalTetri)} />
          <Sum term={t('cart:discount')} gel={toGel(-discountTetri)} />
          <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-hairline pt-4">
            <dt className="font-bold">{t('cart:total')}</dt>
            <dd className="text-[2rem] leading-10 font-bold">
              <Money gel={total} />
            </dd>
          </div>
        </dl>
        <div className="flex flex-col gap-2">
          <Checkbox
            ref={terms}
            name="acceptTerms"
            label={<TermsLabel />}
            checked={isAccepted}
            error={isWarned ? t('cart:accept_terms') : undefined}
            onChange={(event) => accept(event.target.checked)}
          />
          {newsletter.isOffered && (
            <Checkbox
              name="wantsNewsletter"
              label={t('forms:newsletter')}
              checked={newsletter.isWanted}
              onChange={(event) => newsletter.tick(event.target.checked)}
            />
          )}
        </div>
        {needsProof ? (
          <div className="flex flex-col gap-4 border-t border-hairline pt-4">
            <p>{t('cart:verify_email')}</p>
            <Proof onProved={checkout} />
          </div>
        ) : (
          <div className="hidden flex-col gap-3 desktop:flex">
            <TimeLeft items={items} />
            {button}
          </div>
        )}
        {problem !== undefined && (
          <p role="alert" className="type-meta font-semibold text-danger">
            {problem}
          </p>
        )}
        <p className="type-small text-muted">{t('cart:next')}</p>
      </section>
      <BottomBar items={items} total={total}>
        {!needsProof && button}
      </BottomBar>
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

function BottomBar({ items, total, children }: { items: readonly CartItem[]; total: number; children: ReactNode }) {
  const { t } = useTranslation(['common', 'cart']);
  return (
    <div
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 flex flex-col gap-2 border-t border-hairline bg-surface-1 px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] desktop:hidden"
    >
      <TimeLeft items={items} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="shrink-0">
          <span className="type-small block text-muted">{t('cart:total')}</span>
          <span className="text-[1.375rem] leading-7 font-bold">
            <Money gel={total} />
          </span>
        </p>
        <div className="min-w-[9rem] flex-1">{children}</div>
      </div>
    </div>
  );
}

/** Scrolls the checkbox above the keyboard and the bar, and focuses it, so that the next key ticks it. */
function showTerms({ current }: RefObject<HTMLInputElement | null>): void {
  current?.scrollIntoView({ block: 'center' });
  current?.focus({ preventScroll: true });
}

/** Errors that mean the shown cart is out of date. */
const CART_IS_ANOTHER = new Set<ErrorCode | undefined>(['hold_expired', 'cart_changed', 'cart_empty']);

type Checkout = {
  isPending: boolean;
  /** Shown under the button until the next attempt. */
  problem: string | undefined;
  /** The club wants the buyer's address proved first. */
  needsProof: boolean;
  /** `onRefused` is called when the terms are not accepted. */
  start(isAccepted: boolean, onRefused: () => void): Promise<void>;
};

type CheckoutProps = {
  items: readonly CartItem[];
  reload(): void;
  /** Awaited before the browser leaves for the bank. */
  onOrdered(): Promise<void>;
};

/** Spec §4: if the terms are accepted and the cart is not empty, the order is made and the browser goes to the bank's page. */
function useCheckout({ items, reload, onOrdered }: CheckoutProps): Checkout {
  const { t } = useTranslation(['common', 'cart', 'errors']);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [needsProof, setNeedsProof] = useState(false);
  useReturnFromBank(() => setPending(false));

  const fail = (text: string) => {
    toast.error(text);
    setProblem(text);
    setPending(false);
  };
  const start: Checkout['start'] = async (isAccepted, onRefused) => {
    setProblem(undefined);
    setNeedsProof(false);
    if (items.length === 0) return fail(t('cart:checkout_empty'));
    if (!isAccepted) {
      toast.warning(t('cart:accept_terms'));
      return onRefused();
    }
    setPending(true);
    try {
      const { redirect } = await api.cart.checkout();
      await onOrdered();
      if (redirect) return location.assign(redirect);
      return fail(t('cart:checkout_no_redirect'));
    } catch (error) {
      if (error instanceof ApiError && CART_IS_ANOTHER.has(error.body.code)) reload();
      if (error instanceof ApiError && error.body.code === 'email_not_proved') {
        setNeedsProof(true);
        return setPending(false);
      }
      return fail(serverMessage(error, t('cart:checkout_failed'), t));
    }
  };
  return { isPending, problem, needsProof, start };
}

/** Resets the button when the browser restores the page from its back/forward cache. */
function useReturnFromBank(onReturn: () => void): void {
  const shown = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) onReturn();
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => shown(event);
    globalThis.addEventListener('pageshow', listen);
    return () => globalThis.removeEventListener('pageshow', listen);
  }, []);
}
