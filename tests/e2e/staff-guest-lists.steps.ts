import type { Page } from 'playwright-core';
import { createEvent } from '#tests/factories/events.ts';
import { newGuestList } from '#tests/factories/staff-lists.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';

export const REFUSAL = /status of 409/;

export async function openEvent(): Promise<{ app: TestApp; id: number }> {
  const app = await startTestSite();
  app.clock.set('2026-11-21T21:20:00+04:00');
  const { id } = await createEvent(app.ctx, { name: 'ნულოვანი', nameLat: 'Nulovani', startsAt: new Date('2026-11-21T23:00:00+04:00') });
  return { app, id };
}

/** Opens the list Nulovani, which has six places, three of them for Nino Beridze. */
export async function openList(view: Parameters<typeof openConsole>[1] = {}) {
  const app = await startTestSite();
  const { page, t, admin } = await openConsole(app, { ...view, allowed: REFUSAL });
  const { eventId } = await newGuestList(app, app.api(admin.accessToken), { allocation: 6 });
  await page.goto(`/staff/events/${eventId}/guest-lists`);
  return { page, t, ...controlsOf(page, t) };
}

/** Returns the screen's controls by the keys of their texts. */
export function controlsOf(page: Page, t: (key: string, values?: Record<string, string>) => string) {
  // A text of another namespace is named in full.
  const textOf = (key: string, values: Record<string, string> = {}) => t(key.includes(':') ? key : `staff-lists:${key}`, values);
  return {
    textOf,
    button: (key: string, values?: Record<string, string>) => page.getByRole('button', { name: textOf(key, values), exact: true }),
    field: (key: string) => page.getByRole('textbox', { name: textOf(key), exact: true }),
    row: (name: string) => page.getByRole('row').filter({ hasText: name }),
    said: (key: string, values?: Record<string, string>) => page.getByText(textOf(key, values), { exact: true }),
  };
}
