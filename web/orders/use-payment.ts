import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '#shared/errors.ts';
import type { FailureReason, PaymentReturnView } from '#shared/payments/payments.contract.ts';
import { api } from '#web/lib/browser-api.ts';
import { useHydrated } from '#web/lib/now.tsx';
import { useQuery } from '#web/lib/query.ts';

type Answer = {
  status: PaymentStatus;
  eventIds: readonly number[];
  /** Why a failed payment brought no money. */
  reason?: FailureReason | undefined;
  /** True as long as the question is repeated by itself. */
  isAsking: boolean;
};

export type PaymentCheck = Answer & { askAgain(): void };

/** Asks the bank, through our server, about the order the guest comes from; while nothing is certain it asks again, slower and slower. */
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
    const answer = await api.payments.returned({ body: { token } }, { signal }).catch((error: unknown) => ({ error }));
    if (signal.aborted) return;
    const status = statusOf(answer);
    const waitMs = isOpen(status) ? waitBeforeAsking(answers) : undefined;
    const { eventIds, reason } = 'eventIds' in answer ? answer : { eventIds: [], reason: undefined };
    say({ status, eventIds, reason, isAsking: waitMs !== undefined });
    if (waitMs === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Somebody looks at the page again, or has a network again. */
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
 * What the bank's way back says about the order. It leaves the address bar at once, so that nobody shares or bookmarks it, and stays with
 * this entry of the browser's history: reloading and coming back still know it, another tab does not.
 */
function useOrderToken(): string | undefined {
  const { state, pathname } = useLocation();
  const given = useQuery().get(PARAMETER) ?? undefined;
  const navigate = useNavigate();
  useEffect(() => {
    if (given !== undefined) void navigate(pathname, { replace: true, state: { [PARAMETER]: given } });
  }, [given, pathname, navigate]);
  return given ?? keptIn(state);
}

function keptIn(state: unknown): string | undefined {
  const kept: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, PARAMETER) : undefined;
  return typeof kept === 'string' ? kept : undefined;
}

/** Where the bank sent the guest back to. */
export type Arrival = 'success' | 'failure';

/** How far asking has come: nothing to ask with, not answered yet, the bank's own state, or nobody answered. */
type PaymentStatus = 'nothing' | 'waiting' | 'failed_to_ask' | PaymentReturnView['state'];

/** What a payment page says. */
export type Outcome = 'checking' | 'success' | 'settling' | 'refunded' | 'failure' | 'unknown';

/** The bank's word counts, not the address the guest came to; without it that address has to do (spec §2, payment pages). */
export function outcomeOf(arrival: Arrival, status: PaymentStatus): Outcome {
  if (status === 'nothing') return arrival;
  if (status === 'waiting') return 'checking';
  if (status === 'paid') return 'success';
  if (status === 'refunded') return 'refunded';
  if (status === 'failed' || arrival === 'failure') return 'failure';
  return status === 'settling' ? 'settling' : 'unknown';
}

/** Addresses that no order of ours is known under: a stranger's, or made up. */
const NO_SUCH_ORDER = new Set([400, 404]);

/** What an answer, or its failure, says. Who has no order of ours is told what anybody is told. */
export function statusOf(answer: PaymentReturnView | { error: unknown }): PaymentStatus {
  if (!('error' in answer)) return answer.state;
  return answer.error instanceof ApiError && NO_SUCH_ORDER.has(answer.error.status) ? 'nothing' : 'failed_to_ask';
}

/** Returns true if asking again may tell more. */
export const isOpen = (status: PaymentStatus): boolean => status === 'settling' || status === 'failed_to_ask';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 8_000;
const MOST_QUESTIONS = 10;

/** How long to wait before asking again after so many answers that left it open; undefined when it is time to give up. */
export function waitBeforeAsking(answers: number): number | undefined {
  if (answers >= MOST_QUESTIONS) return undefined;
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (answers - 1));
}
