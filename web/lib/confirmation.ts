import { useSyncExternalStore } from 'react';
import { type ApiResponse, isObject, type Send } from '#shared/contract.ts';

/** What must be confirmed: that it is the user, by password or code, or that the user reads the account's mailbox. */
type Wanted = 'user' | 'mail';

type Confirmation = {
  /** Asks the user for a confirmation; resolves to whether it was given. Concurrent calls share one question. */
  ask(wanted?: Wanted): Promise<boolean>;
  isOpen(): boolean;
  /** What the open question wants; undefined without one. */
  wanted(): Wanted | undefined;
  answer(isConfirmed: boolean): void;
  /** For the screen that shows the question; without a subscriber every question is answered with no. */
  subscribe(listener: () => void): () => void;
};

/** The question that the server's `confirmation_required` raises. */
export function createConfirmation(): Confirmation {
  const listeners = new Set<() => void>();
  let question: (PromiseWithResolvers<boolean> & { wanted: Wanted }) | undefined;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const answer = (isConfirmed: boolean) => {
    question?.resolve(isConfirmed);
    question = undefined;
    notify();
  };
  return {
    ask(wanted = 'user') {
      if (listeners.size === 0) return Promise.resolve(false);
      question ??= { ...Promise.withResolvers<boolean>(), wanted };
      notify();
      return question.promise;
    },
    isOpen: () => question !== undefined,
    wanted: () => question?.wanted,
    answer,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        // The user left the screen with the question.
        if (listeners.size === 0) answer(false);
      };
    },
  };
}

/** Repeats a call once the user has given the confirmations that it needs, each once; otherwise returns the refusal. */
export function withConfirmation(send: Send, { ask }: Pick<Confirmation, 'ask'>): Send {
  return async (request) => {
    const answered = new Set<Wanted>();
    for (;;) {
      const answer = await send(request);
      const wanted = wantedIn(answer);
      if (wanted === undefined || answered.has(wanted) || !(await ask(wanted))) return answer;
      answered.add(wanted);
    }
  };
}

function wantedIn({ status, body }: ApiResponse): Wanted | undefined {
  if (status !== 403 || field(body, 'code') !== 'confirmation_required') return undefined;
  return field(field(body, 'params'), 'with') === 'mail' ? 'mail' : 'user';
}

const field = (value: unknown, name: string): unknown => (isObject(value) ? Reflect.get(value, name) : undefined);

export const confirmation = createConfirmation();

export const useWantedConfirmation = (): Wanted | undefined =>
  useSyncExternalStore(confirmation.subscribe, confirmation.wanted, () => undefined);
