import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/errors.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';

/** How an attempt went; the page gets it from the cart. */
export type AddingOutcome = { kind: 'added' } | { kind: 'already_in_cart' } | { kind: 'no_price' } | { kind: 'failed'; error: unknown };

export type Buying = {
  state: 'idle' | 'adding' | 'added';
  /** Stands under the button as long as it is true. */
  warning: string | undefined;
  add(): void;
};

/** The Get Ticket button's doings: adding, then "In your cart"; what is refused is said in a toast and under the button (spec §5, §8). */
export function useBuying(addTicket: () => Promise<AddingOutcome>): Buying {
  const { t } = useTranslation(['common', 'events', 'errors']);
  const [state, setState] = useState<Buying['state']>('idle');
  const [warning, setWarning] = useState<string>();

  const add = async () => {
    const before = state;
    setState('adding');
    setWarning(undefined);
    const outcome = await addTicket();
    setState(outcome.kind === 'added' ? 'added' : before);
    if (outcome.kind === 'added' || isLoginRequired(outcome)) return;
    const text = refusalText(outcome);
    setWarning(text);
    if (outcome.kind === 'already_in_cart') toast.warning(text);
    else toast.error(text);
  };

  function refusalText(outcome: Exclude<AddingOutcome, { kind: 'added' }>): string {
    if (outcome.kind === 'already_in_cart') return t('errors:ticket_in_cart');
    if (outcome.kind === 'no_price') return t('errors:price_unavailable');
    return serverMessage(outcome.error, t('events:add_failed'), t);
  }

  return { state, warning, add: () => void add() };
}

/** The visitor is on the way to the login page already. */
const isLoginRequired = (outcome: AddingOutcome): boolean =>
  outcome.kind === 'failed' && outcome.error instanceof ApiError && outcome.error.status === 401;
