import type { TestApp } from '#tests/setup/app.ts';
import { openConsole } from './console.ts';

const CONFLICT = /status of 409|status of 422/;

/** Opens the ticket types of an event as staff. */
export async function sitDown(app: TestApp, eventId: number, arrival: Parameters<typeof openConsole>[1] = {}) {
  const { page, admin, t } = await openConsole(app, { allowed: CONFLICT, ...arrival });
  await page.goto(`/staff/events/${eventId}/tickets`);
  await page.getByRole('heading', { name: t('staff-ticket-types:ticketTypes'), exact: true }).waitFor();
  // A text of another namespace is named in full.
  const textOf = (key: string, values: Record<string, string> = {}) => t(key.includes(':') ? key : `staff-ticket-types:${key}`, values);
  const button = (key: string, values?: Record<string, string>) => page.getByRole('button', { name: textOf(key, values), exact: true });
  const field = (key: string) => page.getByLabel(textOf(key), { exact: true });
  return { page, t, button, field, api: app.api(admin.accessToken).staffTicketTypes };
}

export const twoTicketTypes = {
  ticketTypes: [
    { name: 'ადრეული', nameLat: 'Early', allocation: 50 },
    { name: 'ჩვეულებრივი', nameLat: 'Regular', allocation: 100 },
  ],
};
