import { forgetTab, readTab, writeTab } from './tab-storage.ts';

const RETURN_KEY = 'rkali.return-to';

/**
 * The pages that a user may return to: an event's with its code, the console's with filters and part, an invitation's and a transferred
 * ticket's without their tokens. Anything else in storage is ignored.
 */
const RETURN_PAGES = {
  event: /^\/Events\/\d{1,16}(?:\/walk-up)?(\?[\w=&%.+-]{0,200})?$/,
  invitation: /^\/invitation$/,
  ticket: /^\/ticket$/,
  scanner: /^\/QRScan$/i,
  console: /^\/staff(\/[\w/-]{0,100})?(\?[\w=&%.+-]{0,200})?(#[\w-]{1,100})?$/i,
} as const;
type ReturnTo = { page: keyof typeof RETURN_PAGES; path: string };

/** Stores the page for which a visitor must log in, in this tab. */
export const rememberReturnTo = (path: string): void => writeTab(RETURN_KEY, path);

/** Stores the page of any redirect to the login, if it is a staff page. */
export function rememberStaffPage(path: string): void {
  if (RETURN_PAGES.console.test(path) || RETURN_PAGES.scanner.test(path)) rememberReturnTo(path);
}

/** A user who has reached a staff page is not offered the way back to one. */
export function forgetStaffPage(): void {
  const page = returnTo()?.page;
  if (page === 'console' || page === 'scanner') forgetReturnTo();
}

/** Returns the page that the profile offers after the login. */
export function returnTo(): ReturnTo | undefined {
  const path = readTab(RETURN_KEY) ?? '';
  if (RETURN_PAGES.event.test(path)) return { page: 'event', path };
  if (RETURN_PAGES.invitation.test(path)) return { page: 'invitation', path };
  if (RETURN_PAGES.ticket.test(path)) return { page: 'ticket', path };
  if (RETURN_PAGES.scanner.test(path)) return { page: 'scanner', path };
  return RETURN_PAGES.console.test(path) ? { page: 'console', path } : undefined;
}

export const forgetReturnTo = (): void => forgetTab(RETURN_KEY);
