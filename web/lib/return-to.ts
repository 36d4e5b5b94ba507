import { forgetTab, readTab, writeTab } from './storage.ts';

const KEY = 'rkali.return-to';

/** The pages that may be returned to; the console's with their filters. Anything else in storage is ignored. */
const PAGES = {
  event: /^\/Events\/\d{1,16}$/,
  console: /^\/staff(\/[\w/-]{0,100})?(\?[\w=&%.+-]{0,200})?$/i,
} as const;
export type ReturnTo = { page: keyof typeof PAGES; path: string };

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
