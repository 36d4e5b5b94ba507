import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '#shared/errors.ts';
import type { FailureReason, BankReturnView } from '#shared/payments/payments.contract.ts';
import { api } from '#web/lib/browser-api.ts';
import { useHydrated, useQuery } from '#web/lib/hydration.ts';

type Answer = {
  status: PaymentStatus;
  eventIds: readonly number[];
  /** Why the payment failed. */
  reason?: FailureReason | undefined;
  /** True while the status is polled. */
  isAsking: boolean;
};

export type PaymentCheck = Answer & { askAgain(): void };

/** Asks our server, which asks the bank, for the payment's status; while the status is open it polls with growing pauses. */
export function usePayment(): PaymentCheck {
  const isHydrated = useHydrated();
  const token = useOrderToken();
  const [answer, setAnswer] = useState<Answer>();
  const leaving = useRef<AbortController>(undefined);
  const start = useCallback((order: string) => {
    leaving.current?.abort();
    leaving.current = new AbortController();
    void ask(order, leaving.current.signal, setAnswer);
  }, []);

  useEffect(() => {
    if (token !== undefined) start(token);
    return () => leaving.current?.abort();
  }, [token, start]);

  const askAgain = () => {
    setAnswer((last) => last && { ...last, isAsking: true });
    if (token !== undefined) start(token);
  };
  useReturn(() => {
    if (answer && isOpen(answer.status) && !answer.isAsking) askAgain();
  });
  const initialStatus: PaymentStatus = isHydrated && token === undefined ? 'nothing' : 'waiting';
  return { ...(answer ?? { status: initialStatus, eventIds: [], isAsking: token !== undefined }), askAgain };
}

async function ask(token: string, signal: AbortSignal, say: (answer: Answer) => void): Promise<void> {
  for (let answers = 1; !signal.aborted; answers += 1) {
    const answer = await api.payments.bankReturn({ body: { token } }, { signal }).catch((error: unknown) => ({ error }));
    if (signal.aborted) return;
    const status = statusOf(answer);
    const waitMs = isOpen(status) ? waitBeforeAsking(answers) : undefined;
    const { eventIds, reason } = 'eventIds' in answer ? answer : { eventIds: [], reason: undefined };
    say({ status, eventIds, reason, isAsking: waitMs !== undefined });
    if (waitMs === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Calls back when the page is shown again or the network is back. */
function useReturn(onReturn: () => void): void {
  const look = useEffectEvent(() => {
    if (!document.hidden) onReturn();
  });
  useEffect(() => {
    const listen = () => look();
    document.addEventListener('visibilitychange', listen);
    globalThis.addEventListener('online', listen);
    return () => {
      document.removeEventListener('visibilitychange', listen);
      globalThis.removeEventListener('online', listen);
    };
  }, []);
}

const PARAMETER = 'order';

/**
 * Returns the order's token from the bank's return address. It is removed from the address at once, so that it is not shared or bookmarked,
 * and stored in the history state: a reload and going back still find it, another tab does not.
 */
function useOrderToken(): string | undefined {
  const { state, pathname } = useLocation();
  const given = useQuery().get(PARAMETER) ?? undefined;
  const navigate = useNavigate();
  useEffect(() => {
    if (given !== undefined) void navigate(pathname, { replace: true, state: { [PARAMETER]: given } });
  }, [given, pathname, navigate]);
  return given ?? tokenIn(state);
}

function tokenIn(state: unknown): string | undefined {
  const token: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, PARAMETER) : undefined;
  return typeof token === 'string' ? token : undefined;
}

/** The page to which the bank returned the guest. */
export type Arrival = 'success' | 'failure';

/** The state of polling: no token, no answer yet, the bank's own status, or no answer from our server. */
type PaymentStatus = 'nothing' | 'waiting' | 'failed_to_ask' | BankReturnView['state'];

/** The message of a payment page. */
export type Outcome = 'checking' | 'success' | 'settling' | 'refunded' | 'failure' | 'unknown';

/** The bank's status decides, not the return page; without a status the page does (spec §2, payment pages). */
export function outcomeOf(arrival: Arrival, status: PaymentStatus): Outcome {
  if (status === 'nothing') return arrival;
  if (status === 'waiting') return 'checking';
  if (status === 'paid') return 'success';
  if (status === 'refunded') return 'refunded';
  if (status === 'failed' || arrival === 'failure') return 'failure';
  return status === 'settling' ? 'settling' : 'unknown';
}

/** Statuses for a token without an order: another user's, or an invented one. */
const NO_SUCH_ORDER = new Set([400, 404]);

/** The status of an answer or of its failure. An unknown token gets the same message as no token. */
export function statusOf(answer: BankReturnView | { error: unknown }): PaymentStatus {
  if (!('error' in answer)) return answer.state;
  return answer.error instanceof ApiError && NO_SUCH_ORDER.has(answer.error.status) ? 'nothing' : 'failed_to_ask';
}

/** Returns true if another request may have a different answer. */
export const isOpen = (status: PaymentStatus): boolean => status === 'settling' || status === 'failed_to_ask';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 8_000;
const MOST_QUESTIONS = 10;

/** The pause before the next request after this many open answers; undefined when polling ends. */
export function waitBeforeAsking(answers: number): number | undefined {
  if (answers >= MOST_QUESTIONS) return undefined;
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (answers - 1));
}
