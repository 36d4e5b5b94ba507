import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/errors.ts';
import type { NightFields } from '#shared/staff/nights.schemas.ts';
import { errorText } from '#web/lib/error-text.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { type Agreed, NOTHING_AGREED, useConfirmation } from './night-commands.ts';
import { readNight } from './typed-night.ts';
import type { NightDraft } from './use-night-draft.ts';

type Command = { publish: boolean; agreed: Agreed; key: string };
type Send = (fields: NightFields, command: Command) => Promise<void>;

/**
 * Sends what is typed when it is whole; what is refused is said at the fields, and what must be confirmed is asked. One try at a time, and
 * a repeated one is the same command. `id` is the night's, of one that there is.
 */
export function useSaving(draft: NightDraft, send: Send, id?: number) {
  const { refusal, refuse, refuseFields, accept } = useRefusal();
  const { asked, ask, close } = useConfirmation();
  const [isSaving, setIsSaving] = useState<'save' | 'publish'>();
  const last = useRef({ text: '', key: '' });

  const save = async (publish: boolean, agreed = NOTHING_AGREED) => {
    if (isSaving !== undefined) return;
    const read = readNight(draft.typed);
    if ('wrong' in read) return refuseFields(read.wrong);
    const { fields } = read;
    const text = JSON.stringify([fields, publish, agreed]);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    setIsSaving(publish ? 'publish' : 'save');
    try {
      await send(fields, { publish, agreed, key: last.current.key });
      last.current = { text: '', key: '' };
      close();
      accept();
    } catch (error) {
      const { day, from, until, isComingSoon } = fields;
      const plan = { ...(id !== undefined && { id }), day, from, until, isComingSoon };
      const isAsked = await ask(error, plan, (next) => void save(publish, next)).catch(() => false);
      if (isAsked) accept();
      else refuse(error);
    } finally {
      setIsSaving(undefined);
    }
  };
  return { refusal, refuse, isSaving, asked, close, save: (publish: boolean) => void save(publish) };
}

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
