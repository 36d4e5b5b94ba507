import { useRef, useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import type { NightFields } from '#shared/staff/nights.schemas.ts';
import { readNight } from './typed-night.ts';
import { useRefusal } from './use-refusal.ts';
import type { NightDraft } from './use-night-draft.ts';

type Send = (fields: NightFields, publish: boolean, key: string) => Promise<void>;

/** Sends what is typed when it is whole; what is refused is said at the fields. One try at a time, and a repeated one is the same command. */
export function useSaving(draft: NightDraft, send: Send) {
  const { refusal, refuse, refuseFields, accept } = useRefusal();
  const [isSaving, setIsSaving] = useState<'save' | 'publish'>();
  const last = useRef({ text: '', key: '' });

  const save = async (publish: boolean) => {
    if (isSaving !== undefined) return;
    const read = readNight(draft.typed);
    if ('wrong' in read) return refuseFields(read.wrong);
    const text = JSON.stringify([read.fields, publish]);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    setIsSaving(publish ? 'publish' : 'save');
    try {
      await send(read.fields, publish, last.current.key);
      last.current = { text: '', key: '' };
      accept();
    } catch (error) {
      refuse(error);
    } finally {
      setIsSaving(undefined);
    }
  };
  return { refusal, refuse, isSaving, save: (publish: boolean) => void save(publish) };
}

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.body.code === 'conflict';
