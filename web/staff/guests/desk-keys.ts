import { useEffect, useEffectEvent } from 'react';
import type { Status } from '#shared/constants.ts';
import { isTyping } from '#web/staff/parts/filters.tsx';

/** What the desk can decide, by one key each. */
export const DECISIONS = [
  { key: 'V', status: 'Verified' },
  { key: 'R', status: 'Rejected' },
  { key: 'W', status: 'Welcomed_Guest' },
  { key: 'C', status: 'Check_Later' },
  { key: 'U', status: 'Unverified' },
] as const satisfies readonly { key: string; status: Status }[];

export const SKIP_KEY = 'S';
export const UNDO_KEY = 'Z';

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;

/** The Latin letter of a key that is pressed once and alone; on a Georgian keyboard the one that is printed beside. */
export function letterOf({ key, code, ctrlKey, metaKey, altKey, repeat }: Press): string | undefined {
  if (ctrlKey || metaKey || altKey || repeat) return undefined;
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  return key.length === 1 ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
}

/** Letters for the whole section, but never one that somebody writes, and none while a dialog is open. */
export function useLetters(onLetter: (letter: string) => unknown): void {
  const press = useEffectEvent(onLetter);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const letter = letterOf(event);
      if (letter === undefined || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      press(letter);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
