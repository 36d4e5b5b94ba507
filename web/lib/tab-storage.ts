import { useLayoutEffect } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';

/** Stores values for this tab over a reload; where the browser refuses, as long as the page lives. */
const memory = new Map<string, string>();

export function readTab(key: string): string | null {
  try {
    return memory.get(key) ?? sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeTab(key: string, value: string): void {
  memory.delete(key);
  try {
    sessionStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
}

export function forgetTab(key: string): void {
  memory.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Then nothing is stored either.
  }
}

const key = (): string => `typed:${location.pathname}`;

/** Reloads the page. What is typed in its forms is restored where they use `useTypedText`. */
export function reloadWithTypedText(): void {
  const fields = [...document.forms].flatMap((form) => [...new FormData(form)]);
  const typed = fields.flatMap(([name, value]) => (typeof value === 'string' && value !== '' ? [[name, value]] : []));
  if (typed.length > 0) writeTab(key(), new URLSearchParams(typed).toString());
  location.reload();
}

/** Restores, once, what was typed before `reloadWithTypedText`. */
export function useTypedText<F extends FieldValues>({ reset }: UseFormReturn<F>, empty: DefaultValues<F>): void {
  useLayoutEffect(() => {
    const typed = new URLSearchParams(readTab(key()) ?? '');
    forgetTab(key());
    const kept = Object.keys(empty).flatMap((name) => (typed.has(name) ? [[name, typed.get(name)]] : []));
    if (kept.length > 0) reset({ ...empty, ...Object.fromEntries(kept) }, { keepDefaultValues: true });
  }, [reset, empty]);
}
