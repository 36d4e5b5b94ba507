import { createEvent } from '#tests/factories/events.ts';
import { buyTickets, createGuest } from '#tests/factories/sold-out.ts';
import { lastOrderOf } from '#tests/factories/staff-money.ts';
import { startTestSite } from '#tests/setup/site.ts';
import type { View } from '#tests/setup/views.ts';
import { openConsole } from './console.ts';
import { DESKTOP_PX } from './invitations.ts';
import { expect } from './test.ts';

/** Opens the command bar of a club with one event, guest and order: by the keyboard, or on a phone from a thumb. */
export async function openCommandBar({ language, width }: View) {
  const app = await startTestSite();
  const guest = await createGuest(app, { firstName: 'Irakli', lastName: 'Orbeliani' });
  const { id: eventId } = await createEvent(app.ctx, { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura' });
  await buyTickets(app, guest, { eventId });
  const orderId = await lastOrderOf(app, guest.id);
  const { page, t } = await openConsole(app, { language, width });
  await page.goto('/staff/settings/team');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const field = page.getByRole('combobox', { name: t('staff:command_bar.label') });
  if (width < DESKTOP_PX) await page.getByRole('button', { name: t('staff:bar.search') }).click();
  else await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  return { page, guest, orderId, field, option: (name: string | RegExp) => page.getByRole('option', { name }) };
}
