import { forgetTab, readTab, writeTab } from './tab-storage.ts';

const KEY = 'rkali.way-back';

/** Only these pages are a way back, the console's with its filters: nothing else written there leads anywhere. */
const PAGES = {
  event: /^\/Events\/\d{1,16}$/,
  console: /^\/staff(\/[\w/-]{0,100})?(\?[\w=&%.+-]{0,200})?$/i,
} as const;
export type WayBack = { page: keyof typeof PAGES; path: string };

/** Remembers the page a visitor was to log in for, for after the login. It lives as long as the tab. */
export const rememberWayBack = (path: string): void => writeTab(KEY, path);

/** The same where anybody is led to the login: only pages of the console are remembered. */
export function rememberConsole(path: string): void {
  if (PAGES.console.test(path)) rememberWayBack(path);
}

/** The page to offer after the login. */
export function wayBack(): WayBack | undefined {
  const path = readTab(KEY) ?? '';
  if (PAGES.event.test(path)) return { page: 'event', path };
  return PAGES.console.test(path) ? { page: 'console', path } : undefined;
}

export const forgetWayBack = (): void => forgetTab(KEY);
