import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/errors.ts';
import { errorText } from '#web/lib/error-text.ts';

/**
 * Keeps the failure of the last attempt as a sentence inside a form; refused fields are left to `useStaffForm`, whose `onFailed` this is.
 */
export function useInlineFailure() {
  const { t } = useTranslation(['common', 'errors', 'staff-nights']);
  const [{ failure, attempt }, setState] = useState<{ failure: string | undefined; attempt: number }>({ failure: undefined, attempt: 0 });
  return {
    failure,
    /** Counts the failures, so that each one can be announced. */
    attempt,
    onFailed(error: unknown): boolean {
      const hasFields = error instanceof ApiError && Object.keys(error.body.errors ?? {}).length > 0;
      const isLost = error instanceof ApiError && error.status === 0;
      const text = hasFields ? undefined : isLost ? t('staff-nights:no_network') : errorText(error, t);
      setState((before) => ({ failure: text, attempt: before.attempt + 1 }));
      return !hasFields;
    },
    clear: () => setState((before) => ({ ...before, failure: undefined })),
  };
}
