import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/errors.ts';
import { errorText } from '#web/lib/error-text.ts';
import { validationText } from '#web/lib/validation-text.ts';

/** What was refused, in words: by field, and of the whole. `attempt` counts, so that each is told anew. */
export type Refusal = { fields: Record<string, string>; message: string | undefined; attempt: number };

/** Keeps what the last try was refused for; keys of fields become sentences. */
export function useRefusal() {
  const { t } = useTranslation(['common', 'errors', 'forms', 'staff-nights']);
  const [last, setLast] = useState<{ keys: Record<string, string>; failure: unknown; attempt: number }>({
    keys: {},
    failure: undefined,
    attempt: 0,
  });
  const put = (keys: Record<string, string>, failure?: unknown) => setLast(({ attempt }) => ({ keys, failure, attempt: attempt + 1 }));
  const isAway = last.failure instanceof ApiError && last.failure.status === 0;
  const hasFields = Object.keys(last.keys).length > 0;
  const message = last.failure === undefined || hasFields ? undefined : isAway ? t('staff-nights:no_network') : errorText(last.failure, t);
  return {
    refusal: {
      fields: Object.fromEntries(Object.entries(last.keys).map(([field, key]) => [field, validationText(key, t)])),
      message,
      attempt: last.attempt,
    } satisfies Refusal,
    refuse: (failure: unknown) => put(failure instanceof ApiError ? (failure.body.errors ?? {}) : {}, failure),
    refuseFields: (keys: Record<string, string>) => put(keys),
    accept: () => put({}),
  };
}
