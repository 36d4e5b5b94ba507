import { useState } from 'react';
import type { z } from 'zod';
import { session } from '#web/lib/browser-api.ts';
import { forgetTab, readTab, writeTab } from '#web/lib/tab-storage.ts';
import { subjectOf } from '#web/lib/token-store.ts';

/** The draft is stored in this tab under its user and the name of its record: it survives a reload, and a colleague does not see it. */
const keyOf = (name: string): string => `staff-draft:${subjectOf(session.token()) ?? ''}:${name}`;

/** Returns what was stored under this name; undefined when there is nothing or it no longer fits the schema. */
export function readDraft<T>(name: string, schema: z.ZodType<T>): T | undefined {
  return schema.safeParse(parse(readTab(keyOf(name)))).data;
}

export function storeDraft(name: string, value: unknown): void {
  if (value === undefined) forgetTab(keyOf(name));
  else writeTab(keyOf(name), JSON.stringify(value));
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

type StoredDraft<T> = {
  value: T;
  /** It was typed before a reload. */
  isRestored: boolean;
  change(value: T): void;
  /** Sets this value and deletes the stored draft. */
  reset(value: T): void;
};

/** State that is stored with every change. `initial` is used when nothing is stored. */
export function useStoredDraft<T>(name: string, schema: z.ZodType<T>, initial: T): StoredDraft<T> {
  const [stored] = useState(() => readDraft(name, schema));
  const [draft, setDraft] = useState<{ value: T; isRestored: boolean }>(() => ({
    value: stored ?? initial,
    isRestored: stored !== undefined,
  }));
  return {
    ...draft,
    change(value) {
      storeDraft(name, value);
      setDraft({ ...draft, value });
    },
    reset(value) {
      storeDraft(name, undefined);
      setDraft({ value, isRestored: false });
    },
  };
}
