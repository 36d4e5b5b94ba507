import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { readPdf } from '#tests/setup/pdf.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { buttonOf, signIn } from './account-data.steps.ts';
import { expectNoViolations } from './axe.ts';
import { translatorOf } from './site.ts';
import { expect, test } from './test.ts';

/** Returns how far a control reaches below its scrolling frame, in pixels. */
async function overhang(control: Locator, frame: Locator): Promise<number> {
  const [inner, outer] = [await control.boundingBox(), await frame.boundingBox()];
  if (!inner || !outer) throw new Error('One of them is not shown.');
  return inner.y + inner.height - (outer.y + outer.height);
}

test('a copy that does not come says so, and the button works again', async () => {
  const app = await startTestSite();
  const t = await translatorOf('en');
  const page = await signIn(app, await createUser(app.ctx), 'en', 1440);
  await page.route('**/api/auth/my-data', (route) => route.fulfill({ status: 503, body: '{"code":"unavailable"}' }), { times: 1 });
  const button = page.getByRole('button', { name: t('accounts:your_data.download'), exact: true });
  await button.click();
  await page.getByRole('alert').getByText(t('errors:unavailable')).waitFor();
  const saving = page.waitForEvent('download');
  await button.click();
  expect((await saving).suggestedFilename()).toMatch(/json$/);
});

test('all tickets are saved in one file, and a guest without any reads that', async () => {
  const app = await startTestSite();
  const t = await translatorOf('ka');
  const guest = await createUser(app.ctx);
  const { id: eventId } = await createEvent(app.ctx);
  const page = await signIn(app, guest, 'ka', 390);
  await buttonOf(page, t, 'tickets').click();
  await page.getByText(t('accounts:your_data.no_tickets')).waitFor();
  await createTicket(app.ctx, { userId: guest.id, eventId });
  const printing = page.waitForEvent('download');
  await buttonOf(page, t, 'tickets').click();
  const tickets = await printing;
  expect(tickets.suggestedFilename()).toBe('tickets-2026-11-20.pdf');
  expect(readPdf(await readFile(await tickets.path())).pages).toBe(1);
});

test('an account is not deleted by a wrong password, nor while it has a ticket, and the dialog says why', async () => {
  const app = await startTestSite();
  const t = await translatorOf('ka');
  const guest = await createUser(app.ctx, { emailProvedAt: app.clock.now() });
  const { id: eventId } = await createEvent(app.ctx);
  await createTicket(app.ctx, { userId: guest.id, eventId });
  const page = await signIn(app, guest, 'ka', 390);
  await buttonOf(page, t, 'delete').click();
  const dialog = page.getByRole('dialog', { name: t('accounts:your_data.dialog_title') });
  await dialog.getByText(t('accounts:your_data.goes_by_email')).waitFor();
  expect(await page.getByText(t('accounts:your_data.copy_unproved')).count()).toBe(0);
  const password = dialog.getByLabel(t('accounts:your_data.password'), { exact: true });
  await password.fill('Wrong-Guess-1');
  await page.keyboard.press('Enter');
  await dialog.getByText(t('forms:validation.current_password_wrong')).waitFor();
  await expect.poll(() => overhang(password, dialog)).toBeLessThanOrEqual(0);
  await expectNoViolations(page, 'a wrong password before deleting');
  await password.fill('');
  await buttonOf(page, t, 'submit').click();
  await dialog.getByText(t('forms:validation.password_required')).waitFor();
  await expect(password).toBeFocused();
  await password.fill(guest.password);
  await buttonOf(page, t, 'submit').click();
  await dialog.getByRole('alert').getByText(t('account-errors:account_has_tickets')).waitFor();
  await expectNoViolations(page, 'an account that a ticket keeps');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});
