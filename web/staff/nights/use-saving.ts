import { useRef, useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import type { NightFields } from '#shared/staff/nights.schemas.ts';
import { readNight } from './typed-night.ts';
import { NOTHING_AGREED, useConfirmation, type Agreed } from './use-confirmation.ts';
import { useRefusal } from './use-refusal.ts';
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

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.body.code === 'conflict';
