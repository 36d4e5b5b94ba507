import { forgetTab, readTab, writeTab } from './tab-storage.ts';

const KEY = 'rkali.way-back';

/** Remembers the event page a visitor was about to buy from, for after the login. It lives as long as the tab. */
export const rememberWayBack = (path: string): void => writeTab(KEY, path);

/** The event page to offer after the login. Only an event's own page is one: nothing else written there leads anywhere. */
export function wayBack(): string | undefined {
  const path = readTab(KEY);
  return path !== null && /^\/Events\/\d{1,16}$/.test(path) ? path : undefined;
}

export const forgetWayBack = (): void => forgetTab(KEY);
