import { useLayoutEffect } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { session } from './browser-api.ts';
import { subjectOf } from './token-store.ts';

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

const typedKey = (): string => `typed:${location.pathname}`;

/** Reloads the page. What is typed in its forms is restored where they use `useTypedText`. */
export function reloadWithTypedText(): void {
  const fields = [...document.forms].flatMap((form) => [...new FormData(form)]);
  const typed = fields.flatMap(([name, value]) => (typeof value === 'string' && value !== '' ? [[name, value]] : []));
  if (typed.length > 0) writeTab(typedKey(), new URLSearchParams(typed).toString());
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

/** Storage of this device for the signed-in user, for use without a network. It is removed with the token. */
const PREFIX = 'kept:';
const prefixOf = (owner: string): string => `${PREFIX}${owner}:`;

function keyOf(name: string): string | undefined {
  const owner = subjectOf(session.token());
  return owner === undefined ? undefined : prefixOf(owner) + name;
}

/** Returns what the same user stored under this name; undefined where storage is forbidden or holds no JSON. */
export function readForUser(name: string): unknown {
  try {
    const text = localStorage.getItem(keyOf(name) ?? '');
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function storeForUser(name: string, value: unknown): void {
  const key = keyOf(name);
  if (key === undefined) return;
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden storage: the network still works.
  }
}

/** Removes the entries of other users; all entries when nobody is signed in. */
export function forgetOtherUsers(): void {
  try {
    const owner = subjectOf(session.token());
    const isForeign = (key: string) => key.startsWith(PREFIX) && (owner === undefined || !key.startsWith(prefixOf(owner)));
    for (const key of Object.keys(localStorage).filter(isForeign)) localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: nothing is stored there.
  }
}

const KEY = 'rkali.return-to';

/** The pages that may be returned to; the console's with their filters. Anything else in storage is ignored. */
const PAGES = {
  event: /^\/Events\/\d{1,16}$/,
  console: /^\/staff(\/[\w/-]{0,100})?(\?[\w=&%.+-]{0,200})?$/i,
} as const;
type ReturnTo = { page: keyof typeof PAGES; path: string };

/** Stores the page for which a visitor must log in, in this tab. */
export const rememberReturnTo = (path: string): void => writeTab(KEY, path);

/** The same for any redirect to the login: only pages of the console are stored. */
export function rememberConsole(path: string): void {
  if (PAGES.console.test(path)) rememberReturnTo(path);
}

/** Returns the page to offer after the login. */
export function returnTo(): ReturnTo | undefined {
  const path = readTab(KEY) ?? '';
  if (PAGES.event.test(path)) return { page: 'event', path };
  return PAGES.console.test(path) ? { page: 'console', path } : undefined;
}

export const forgetReturnTo = (): void => forgetTab(KEY);
