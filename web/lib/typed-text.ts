import { useLayoutEffect } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { forgetTab, readTab, writeTab } from './tab-storage.ts';
import { leaveWithoutQuestion } from './unsaved.ts';

const typedKey = (): string => `typed:${location.pathname}`;

/** Reloads the page; forms that use `useTypedText` restore their input. */
export function reloadWithTypedText(): void {
  const fields = [...document.forms].flatMap((form) => [...new FormData(form)]);
  const typed = fields.flatMap(([name, value]) => (typeof value === 'string' && value !== '' ? [[name, value]] : []));
  if (typed.length > 0) writeTab(typedKey(), new URLSearchParams(typed).toString());
  leaveWithoutQuestion();
  location.reload();
}

/** Restores, once, what was typed before `reloadWithTypedText`. */
export function useTypedText<F extends FieldValues>({ reset }: UseFormReturn<F>, empty: DefaultValues<F>): void {
  useLayoutEffect(() => {
    const typed = new URLSearchParams(readTab(typedKey()) ?? '');
    forgetTab(typedKey());
    const kept = Object.keys(empty).flatMap((name) => (typed.has(name) ? [[name, typed.get(name)]] : []));
    if (kept.length > 0) reset({ ...empty, ...Object.fromEntries(kept) }, { keepDefaultValues: true });
  }, [reset, empty]);
}
