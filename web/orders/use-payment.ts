import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { FailureReason } from '#shared/payments/payments.contract.ts';
import { api } from '#web/lib/browser-api.ts';
import { useHydrated } from '#web/lib/now.tsx';
import { useQuery } from '#web/lib/query.ts';
import { type Asked, askedOf, isOpen, waitBeforeAsking } from './payment-outcome.ts';

type Answer = {
  asked: Asked;
  eventIds: readonly number[];
  /** Why a failed payment brought no money. */
  reason?: FailureReason | undefined;
  /** True as long as the question is repeated by itself. */
  isAsking: boolean;
};

export type PaymentAsked = Answer & { askAgain(): void };

/** Asks the bank, through our server, about the order the guest comes from; while nothing is certain it asks again, slower and slower. */
export function usePayment(): PaymentAsked {
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
    if (answer && isOpen(answer.asked) && !answer.isAsking) askAgain();
  });
  const unasked: Asked = isHydrated && token === undefined ? 'nothing' : 'waiting';
  return { ...(answer ?? { asked: unasked, eventIds: [], isAsking: token !== undefined }), askAgain };
}

async function ask(token: string, signal: AbortSignal, say: (answer: Answer) => void): Promise<void> {
  for (let answers = 1; !signal.aborted; answers += 1) {
    const answer = await api.payments.returned({ body: { token } }, { signal }).catch((error: unknown) => ({ error }));
    if (signal.aborted) return;
    const asked = askedOf(answer);
    const waitMs = isOpen(asked) ? waitBeforeAsking(answers) : undefined;
    const { eventIds, reason } = 'eventIds' in answer ? answer : { eventIds: [], reason: undefined };
    say({ asked, eventIds, reason, isAsking: waitMs !== undefined });
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
