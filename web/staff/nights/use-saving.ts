import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/errors.ts';
import type { NightFields } from '#shared/staff/nights.schemas.ts';
import { errorText, validationText } from '#web/lib/error-text.ts';
import type { Translate } from '#web/lib/i18n.ts';
import { useCommand } from '#web/staff/parts/use-command.ts';
import { type Confirmation, isToConfirm, NOTHING_CONFIRMED, useConfirmation } from './confirm-night.tsx';
import { readNight } from './typed-night.ts';
import type { NightDraft } from './use-night-draft.ts';

export type Save = { fields: NightFields; publish: boolean; confirmation: Confirmation; key: string };

/**
 * Saves what is typed once it is valid. Refused fields are marked, and what must be confirmed first is asked. The same input sent again is
 * the same command. `id` names a night that exists already.
 */
export function useSaving(draft: NightDraft, send: (save: Save) => Promise<void>, id?: number) {
  const { refusal, refuse, refuseFields, accept } = useRefusal();
  const { question, ask, close } = useConfirmation();
  const last = useRef({ input: '', key: '' });
  const command = useCommand(send, {
    onSuccess() {
      last.current = { input: '', key: '' };
      close();
      accept();
    },
    onError(error, { fields: { day, from, until, isComingSoon }, publish }) {
      const plan = { ...(id !== undefined && { id }), day, from, until, isComingSoon };
      if (isToConfirm(error)) accept();
      ask(error, plan, (confirmation) => save(publish, confirmation), refuse);
    },
  });

  const save = (publish: boolean, confirmation = NOTHING_CONFIRMED) => {
    const read = readNight(draft.typed);
    if ('wrong' in read) return refuseFields(read.wrong);
    const input = JSON.stringify([read.fields, publish, confirmation]);
    if (last.current.input !== input) last.current = { input, key: crypto.randomUUID() };
    return command.run({ fields: read.fields, publish, confirmation, key: last.current.key });
  };
  const isSaving = command.isPending ? (command.input?.publish ? 'publish' : 'save') : undefined;
  return { refusal, refuse, isSaving, question, close, save: (publish: boolean) => save(publish) };
}

/** The sentence for a failure without fields, to be shown inside a form (`onFailed` of `useStaffForm`). */
export function useInlineFailure() {
  const { t } = useTranslation(['common', 'errors', 'staff-nights']);
  const [failure, setFailure] = useState<string>();
  return {
    failure,
    onFailed(error: unknown): boolean {
      const hasFields = Object.keys(fieldsOf(error)).length > 0;
      setFailure(hasFields ? undefined : failureText(error, t));
      return !hasFields;
    },
  };
}

const fieldsOf = (error: unknown): Record<string, string> => (error instanceof ApiError ? (error.body.errors ?? {}) : {});

const failureText = (error: unknown, t: Translate): string =>
  error instanceof ApiError && error.status === 0 ? t('staff-nights:no_network') : errorText(error, t);

/** What was refused, as sentences: by field, and for the whole form. `attempt` counts, so that each failure is announced. */
export type Refusal = { fields: Record<string, string>; message: string | undefined; attempt: number };

/** Keeps the failure of the last try. */
export function useRefusal() {
  const { t } = useTranslation(['common', 'errors', 'forms', 'staff-nights']);
  const [last, setLast] = useState<{ keys: Record<string, string>; failure: unknown; attempt: number }>({
    keys: {},
    failure: undefined,
    attempt: 0,
  });
  const put = (keys: Record<string, string>, failure?: unknown) => setLast(({ attempt }) => ({ keys, failure, attempt: attempt + 1 }));
  const hasFields = Object.keys(last.keys).length > 0;
  const message = last.failure === undefined || hasFields ? undefined : failureText(last.failure, t);
  return {
    refusal: {
      fields: Object.fromEntries(Object.entries(last.keys).map(([field, key]) => [field, validationText(key, t)])),
      message,
      attempt: last.attempt,
    } satisfies Refusal,
    /** Returns true: the failure is shown. */
    refuse(failure: unknown): boolean {
      put(fieldsOf(failure), failure);
      return true;
    },
    refuseFields: (keys: Record<string, string>) => put(keys),
    accept: () => put({}),
  };
}
