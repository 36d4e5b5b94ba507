import { useSyncExternalStore } from 'react';
import type { ApiResponse, Send } from '#shared/contract.ts';

export type Confirmation = {
  /** Asks the user to confirm that it is they; resolves to whether they did. All calls of the same moment share one question. */
  ask(): Promise<boolean>;
  isOpen(): boolean;
  answer(isConfirmed: boolean): void;
  /** A screen that shows the question subscribes; without one nobody is asked. */
  subscribe(listener: () => void): () => void;
};

/** The question that the server's `confirmation_required` raises. */
export function createConfirmation(): Confirmation {
  const listeners = new Set<() => void>();
  let question: PromiseWithResolvers<boolean> | undefined;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const answer = (isConfirmed: boolean) => {
    question?.resolve(isConfirmed);
    question = undefined;
    notify();
  };
  return {
    ask() {
      if (listeners.size === 0) return Promise.resolve(false);
      question ??= Promise.withResolvers<boolean>();
      notify();
      return question.promise;
    },
    isOpen: () => question !== undefined,
    answer,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        // The screen was left with its question.
        if (listeners.size === 0) answer(false);
      };
    },
  };
}

/** Repeats a call that needs a confirmation once the user has confirmed; otherwise its refusal stays. */
export function withConfirmation(send: Send, { ask }: Pick<Confirmation, 'ask'>): Send {
  return async (request) => {
    const first = await send(request);
    const isRefused = first.status === 403 && codeIn(first) === 'confirmation_required';
    return isRefused && (await ask()) ? send(request) : first;
  };
}

const codeIn = ({ body }: ApiResponse): unknown => (typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : undefined);

export const confirmation = createConfirmation();

export const useIsConfirmationOpen = (): boolean => useSyncExternalStore(confirmation.subscribe, confirmation.isOpen, () => false);
