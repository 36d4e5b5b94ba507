import { useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import { errorText } from '#web/lib/error-text.ts';
import { forgetTab, readTab, writeTab } from '#web/lib/tab-storage.ts';
import { toast } from '#web/lib/toast.ts';
import { useTranslation } from '#web/ui/translation.tsx';

type Callbacks<Input, Output> = Pick<UseMutationOptions<Output, Error, Input>, 'onSuccess' | 'onError' | 'onSettled'>;

export type CommandOptions<Input, Output> = Callbacks<Input, Output> & {
  /** Stores the idempotency key in this tab under this name, so that a retry after a reload is still the same command. */
  keyName?: string | undefined;
};

/**
 * A command of a screen: a mutation that runs once at a time. A failure is shown as a toast unless `onError` decides otherwise. The
 * idempotency key makes a retry after a lost answer the same command.
 */
export function useCommand<Input = void, Output = unknown>(
  send: (input: Input, idempotencyKey: string) => Promise<Output>,
  { keyName, ...callbacks }: CommandOptions<Input, Output> = {},
) {
  const { t } = useTranslation(['common', 'errors']);
  const client = useQueryClient();
  const mutationKey = [useId()];
  const key = useIdempotencyKey(keyName);
  const { mutate, isPending, variables } = useMutation<Output, Error, Input>({
    mutationKey,
    async mutationFn(input) {
      try {
        const output = await send(input, key.take());
        key.drop();
        return output;
      } catch (error) {
        if (!isLost(error)) key.drop();
        throw error;
      }
    },
    onError: (error) => toast.error(errorText(error, t)),
    ...callbacks,
  });
  return {
    isPending,
    /** The input of the running command, or of the last one. */
    input: variables,
    run(input: Input, options: Callbacks<Input, Output> = {}): void {
      if (client.isMutating({ mutationKey }) === 0) mutate(input, options);
    },
  };
}

/** There was no answer, so the command may have been carried out. */
const isLost = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

function useIdempotencyKey(name: string | undefined) {
  const memory = useRef<string>(undefined);
  const stored = name === undefined ? undefined : `staff-key:${name}`;
  return {
    take(): string {
      const key = (stored === undefined ? memory.current : readTab(stored)) ?? crypto.randomUUID();
      if (stored === undefined) memory.current = key;
      else writeTab(stored, key);
      return key;
    },
    drop(): void {
      memory.current = undefined;
      if (stored !== undefined) forgetTab(stored);
    },
  };
}

/**
 * Holds the failure of the last attempt as a sentence inside a form; refused fields are left to `useStaffForm`, whose `onFailed` this is.
 */
export function useInlineFailure() {
  const { t } = useTranslation(['common', 'errors', 'staff-events']);
  const [{ failure, attempt }, setState] = useState<{ failure: string | undefined; attempt: number }>({ failure: undefined, attempt: 0 });
  return {
    failure,
    /** Counts the failures, so that each one can be announced. */
    attempt,
    onFailed(error: unknown): boolean {
      const hasFields = error instanceof ApiError && Object.keys(error.body.errors ?? {}).length > 0;
      const text = hasFields ? undefined : isLost(error) ? t('staff-events:no_network') : errorText(error, t);
      setState((before) => ({ failure: text, attempt: before.attempt + 1 }));
      return !hasFields;
    },
    clear: () => setState((before) => ({ ...before, failure: undefined })),
  };
}
