import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { session } from './browser-api.ts';
import { forgetTab, readTab, writeTab } from './tab-storage.ts';
import { subjectOf } from './token-store.ts';
import { markUnsaved } from './unsaved.ts';

/** The draft of the profile, whose form is loaded late. */
export const PROFILE_DRAFT = 'profile';

/**
 * The part of the input that survives a reload of this tab and a new login, and the record it belongs to. What the schema refuses is not
 * stored.
 */
export type Draft<T> = { name: string; schema: z.ZodType<T> };

/** A draft is stored in this tab under its user, so that a colleague who logs in next does not see it. */
const draftKey = (name: string): string => `draft:${subjectOf(session.token()) ?? ''}:${name}`;

export const hasDraft = (name: string): boolean => readTab(draftKey(name)) !== null;

/** Returns what was stored; undefined when there is nothing or it no longer fits the schema. */
export function readDraft<T>({ name, schema }: Draft<T>): T | undefined {
  return schema.safeParse(parse(readTab(draftKey(name)))).data;
}

/**
 * Stores the input, or deletes the draft when the input equals what is saved. While a draft exists, the browser asks before the tab is
 * closed.
 */
export function storeDraft(name: string, typed: unknown, saved: unknown): boolean {
  const key = draftKey(name);
  const isUnsaved = typed !== undefined && !isSame(typed, saved);
  if (isUnsaved) writeTab(key, JSON.stringify(typed));
  else forgetTab(key);
  markUnsaved(key, isUnsaved);
  return isUnsaved;
}

export const forgetDraft = (name: string): void => void storeDraft(name, undefined, undefined);

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

type StoredForm<Typed extends FieldValues> = {
  form: Pick<UseFormReturn<Typed>, 'subscribe' | 'getValues'>;
  saved: Typed;
  draft: Draft<Partial<Typed>> | undefined;
  /** The form began with a stored draft. */
  wasRestored: boolean;
};

/** Stores what is typed into a form with every change; without a draft the browser only asks before the tab is closed. */
export function useStoredForm<Typed extends FieldValues>({ form: { subscribe, getValues }, saved, draft, wasRestored }: StoredForm<Typed>) {
  const [isRestored, setRestored] = useState(wasRestored);
  const id = useId();
  const storeTyped = (typed: Typed): boolean => {
    if (draft) return storeDraft(draft.name, draft.schema.safeParse(typed).data, draft.schema.safeParse(saved).data);
    const isUnsaved = !isSame(typed, saved);
    markUnsaved(id, isUnsaved);
    return isUnsaved;
  };
  const note = (typed: Typed) => {
    if (!storeTyped(typed)) setRestored(false);
  };
  const noteChange = useEffectEvent(note);
  const storeAtFirst = useEffectEvent(() => void storeTyped(getValues()));
  useEffect(() => storeAtFirst(), []);
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => noteChange(values) }), [subscribe]);
  // Input without a draft is lost with the form.
  useEffect(() => () => markUnsaved(id, false), [id]);
  return { isRestored, note };
}
