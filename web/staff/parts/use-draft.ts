import { useState } from 'react';

type Draft<T> = [value: T, change: (part: Partial<T>) => void, forget: () => void];

/** What is typed outlives a reload of this tab, under the record it belongs to. */
export function useDraft<T extends Record<string, string>>(name: string, empty: T): Draft<T> {
  const key = `staff-draft:${name}`;
  const [value, setValue] = useState<T>(() => ({ ...empty, ...stored(key) }));
  const change = (part: Partial<T>) => {
    const next = { ...value, ...part };
    setValue(next);
    write(key, next);
  };
  const forget = () => {
    setValue(empty);
    write(key, undefined);
  };
  return [value, change, forget];
}

/** Storage can be full, forbidden or hold an older shape: then nothing is kept. */
function stored(key: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, text]) => typeof text === 'string'));
  } catch {
    return {};
  }
}

function write(key: string, value: Record<string, string> | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It stays on the screen.
  }
}
