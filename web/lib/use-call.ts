import { useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import { useTranslation } from '#web/ui/translation.tsx';

type CallOptions = {
  /** What is said when the server gives no reason. */
  failed?: string;
  /** `problem`: the server's reason, or `failed`. */
  onFailed?(failure: unknown, problem: string): void;
};

/** How guests' screens write, as `useCommand` is for the console: one call at a time, a second press while it runs does nothing. */
export function useCall(call: () => Promise<unknown>, { failed = '', onFailed }: CallOptions = {}) {
  const { t } = useTranslation(['common', 'errors']);
  const [isPending, setPending] = useState(false);
  /** Why the last call failed. */
  const [failure, setFailure] = useState<unknown>();
  const problemOf = (error: unknown) => serverMessage(error, failed, t);
  const send = async () => {
    setPending(true);
    setFailure(undefined);
    await call().catch((error: unknown) => {
      setFailure(error);
      onFailed?.(error, problemOf(error));
    });
    setPending(false);
  };
  const problem = failure === undefined ? undefined : problemOf(failure);
  return { isPending, failure, problem, run: (): void => void (isPending || send()) };
}

/** The call needs an account whose e-mail address is proved. */
export const needsProof = (failure: unknown): boolean => failure instanceof ApiError && failure.body.code === 'email_not_proved';
