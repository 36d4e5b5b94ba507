import { useEffect, useState } from 'react';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { typedActs, type TypedAct } from './typed-line-up.ts';

/** The acts as they are typed. They outlive a reload of the tab. */
export function useLineUpDraft(night: StaffNightView) {
  const storageKey = `staff-draft:line-up:${night.id}`;
  const [acts, setActs] = useState(() => stored(storageKey) ?? typedActs(night.lineUps));
  const saved = typedActs(night.lineUps);
  const isDirty = plain(acts) !== plain(saved);
  useEffect(() => store(storageKey, isDirty ? acts : undefined), [storageKey, isDirty, acts]);
  const change = (key: number, part: Partial<TypedAct>) =>
    setActs((all) => all.map((act) => (act.key === key ? { ...act, ...part } : act)));
  return {
    acts,
    isDirty,
    change,
    add: (act: Omit<TypedAct, 'key'>) => setActs((all) => [...all, { ...act, key: nextKey(all) }]),
    remove: (key: number) => setActs((all) => all.filter((act) => act.key !== key)),
    replace: (next: readonly Omit<TypedAct, 'key'>[]) => setActs(next.map((act, key) => ({ ...act, key }))),
  };
}

export type LineUpDraft = ReturnType<typeof useLineUpDraft>;

const nextKey = (acts: readonly TypedAct[]): number => Math.max(-1, ...acts.map(({ key }) => key)) + 1;

/** Keys are the editor's own. */
const plain = (acts: readonly TypedAct[]): string =>
  JSON.stringify(acts.map(({ floor, time, artistName, isHeadliner }) => [floor, time, artistName, isHeadliner]));

const isAct = (value: unknown): value is TypedAct =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  Number.isSafeInteger(value.key) &&
  'floor' in value &&
  (value.floor === 1 || value.floor === 2) &&
  'time' in value &&
  typeof value.time === 'string' &&
  'artistName' in value &&
  typeof value.artistName === 'string' &&
  'isHeadliner' in value &&
  typeof value.isHeadliner === 'boolean';

/** Storage can be full, forbidden or hold an older shape: then nothing is kept. */
function stored(key: string): TypedAct[] | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return Array.isArray(kept) && kept.every(isAct) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function store(key: string, acts: TypedAct[] | undefined): void {
  try {
    if (acts) sessionStorage.setItem(key, JSON.stringify(acts));
    else sessionStorage.removeItem(key);
  } catch {
    // It stays on the screen.
  }
}
