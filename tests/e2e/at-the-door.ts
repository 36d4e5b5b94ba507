import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';

/** Gives a device no camera. */
export const NO_CAMERA = ['--use-fake-device-for-media-stream=device-count=0'];
type Visit = Omit<NonNullable<Parameters<typeof openConsole>[1]>, 'width'> & { width?: number };
type UserFields = NonNullable<Parameters<typeof createUser>[1]>;

/** Creates an event at 23:20 that runs until 07:00, and a guest with a ticket for it. */
export async function openEvent(guestFields: Partial<UserFields> = {}) {
  const app = await startTestSite();
  app.clock.set('2026-11-21T23:20:00+04:00');
  const startsAt = new Date('2026-11-21T23:00:00+04:00');
  const event = await createEvent(app.ctx, { name: 'ნულოვანი', nameLat: 'Nulovani', startsAt });
  const guest = await createUser(app.ctx, { firstName: 'Salome', lastName: 'Drift', birthdate: '2001-03-14', ...guestFields });
  const ticket = await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  return { app, event, guest, ticket };
}

/** Opens an Admin's scanner, on a phone by default. */
export async function openScanner(app: Awaited<ReturnType<typeof startTestSite>>, visit: Visit = {}) {
  const opened = await openConsole(app, { width: 390, ...visit });
  await opened.page.goto(paths.scanner);
  // The decoder loads before the first tap; without it, a network failure would be logged in the console.
  await opened.page.waitForLoadState('networkidle');
  return opened;
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Types a ticket number and sends it. */
export async function typeNumber({ page, t }: Pick<Awaited<ReturnType<typeof openConsole>>, 'page' | 't'>, id: number): Promise<void> {
  await button(page, t('door:type_id')).click();
  await page.getByRole('textbox', { name: t('door:ticket_id') }).fill(String(id));
  await button(page, t('door:manual_send')).click();
}
