import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FailureReason } from '#shared/payments/payments.contract.ts';
import { api } from '#web/lib/browser-api.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { askedOf, isOpen, waitBeforeAsking, type Asked } from './payment-outcome.ts';
import { useOrderToken } from './use-order-token.ts';

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
