import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '#web/lib/browser-api.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useQuery } from '#web/lib/query.ts';
import { waitBeforeAsking, type Asked } from './payment-outcome.ts';

type Answer = {
  asked: Asked;
  eventIds: readonly number[];
  /** True as long as the question is repeated by itself. */
  isAsking: boolean;
};

export type PaymentAsked = Answer & { askAgain(): void };

/** Asks the bank, through our server, about the order in the address; while the bank settles it asks again, slower and slower. */
export function usePayment(): PaymentAsked {
  const isHydrated = useHydrated();
  const token = useQuery().get('order');
  const [answer, setAnswer] = useState<Answer>();
  const leaving = useRef<AbortController>(undefined);
  const start = useCallback((order: string) => {
    leaving.current?.abort();
    leaving.current = new AbortController();
    void ask(order, leaving.current.signal, setAnswer);
  }, []);

  useEffect(() => {
    if (token !== null) start(token);
    return () => leaving.current?.abort();
  }, [token, start]);

  const askAgain = () => {
    setAnswer((last) => last && { ...last, isAsking: true });
    if (token !== null) start(token);
  };
  const unasked: Asked = isHydrated && token === null ? 'nothing' : 'waiting';
  return { ...(answer ?? { asked: unasked, eventIds: [], isAsking: token !== null }), askAgain };
}

async function ask(token: string, signal: AbortSignal, say: (answer: Answer) => void): Promise<void> {
  for (let answers = 1; !signal.aborted; answers += 1) {
    const answer = await api.payments.returned({ body: { token } }, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const waitMs = answer?.state === 'settling' ? waitBeforeAsking(answers) : undefined;
    say({ asked: answer?.state ?? 'failed_to_ask', eventIds: answer?.eventIds ?? [], isAsking: waitMs !== undefined });
    if (waitMs === undefined) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
