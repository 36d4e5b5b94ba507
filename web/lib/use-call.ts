import { useRef, useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import { useTranslation } from '#web/ui/translation.tsx';

type CallOptions = {
  /** The message when the server gives no reason. */
  failed?: string;
  /** `problem`: the server's reason, or `failed`. */
  onFailed?(failure: unknown, problem: string): void;
};

/** For guests' screens, as `useCommand` is for the console: one call at a time; a second press while it runs does nothing. */
export function useCall(call: () => Promise<unknown>, { failed = '', onFailed }: CallOptions = {}) {
  const { t } = useTranslation(['common', 'errors']);
  const isRunning = useRef(false);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const problemOf = (error: unknown) => serverMessage(error, failed, t);
  const run = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setPending(true);
    setFailure(undefined);
    try {
      await call();
    } catch (error) {
      setFailure(error);
      onFailed?.(error, problemOf(error));
    }
    isRunning.current = false;
    setPending(false);
  };
  return {
    isPending,
    /** Why the last call failed, and its message. */
    failure,
    problem: failure === undefined ? undefined : problemOf(failure),
    run: (): void => void run(),
  };
}

/** The call needs an account whose e-mail address is proved. */
export const needsProof = (failure: unknown): boolean => failure instanceof ApiError && failure.body.code === 'email_not_proved';
