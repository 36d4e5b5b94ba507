import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import type { Locator } from 'playwright-core';
import { users } from '#server/accounts/accounts.table.ts';
import { paths } from '#shared/paths.ts';
import { MyDataView } from '#shared/privacy/privacy.contract.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { readPdf } from '#tests/setup/pdf.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { signIn } from './account-data.steps.ts';
import { expectNoViolations } from './axe.ts';
import { translatorOf } from './site.ts';
import { expect, test } from './test.ts';

/** Returns how far a control reaches below its scrolling frame, in pixels. */
async function overhang(control: Locator, frame: Locator): Promise<number> {
  const [inner, outer] = [await control.boundingBox(), await frame.boundingBox()];
  if (!inner || !outer) throw new Error('One of them is not shown.');
  return inner.y + inner.height - (outer.y + outer.height);
}

test('a guest takes a copy of everything along and has the account deleted', async () => {
  const app = await startTestSite();
  const t = await translatorOf('ka');
  const guest = await createUser(app.ctx, { personalNumber: '01001000001' });
  const { id: eventId } = await createEvent(app.ctx);
  const page = await signIn(app, guest, 'ka', 390);
  const button = (key: string) => page.getByRole('button', { name: t(`accounts:your_data.${key}`), exact: true });

  await page.getByText(t('accounts:your_data.copy_unproved')).waitFor();
  const saving = page.waitForEvent('download');
  await button('download').click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('my-data-2026-11-20.json');
  const copy = MyDataView.parse(JSON.parse(await readFile(await file.path(), 'utf8')));
  expect(copy.profile).toMatchObject({ email: guest.email, personalNumber: '01001000001' });
  await page.getByText(t('accounts:your_data.downloaded')).waitFor();
  await expectNoViolations(page, 'the profile with the copy saved');

  await button('tickets').click();
  await page.getByText(t('accounts:your_data.no_tickets')).waitFor();
  await createTicket(app.ctx, { userId: guest.id, eventId });
  const printing = page.waitForEvent('download');
  await button('tickets').click();
  const tickets = await printing;
  expect(tickets.suggestedFilename()).toBe('tickets-2026-11-20.pdf');
  expect(readPdf(await readFile(await tickets.path())).pages).toBe(1);

  await button('delete').click();
  const dialog = page.getByRole('dialog', { name: t('accounts:your_data.dialog_title') });
  await dialog.getByText(t('accounts:your_data.stays_unproved')).waitFor();
  await expectNoViolations(page, 'the question before deleting');
  const password = dialog.getByLabel(t('accounts:your_data.password'), { exact: true });
  await password.fill('Wrong-Guess-1');
  await page.keyboard.press('Enter');
  await dialog.getByText(t('forms:validation.current_password_wrong')).waitFor();
  await expect.poll(() => overhang(password, dialog)).toBeLessThanOrEqual(0);
  await expectNoViolations(page, 'a wrong password before deleting');
  await password.fill('');
  await button('submit').click();
  await dialog.getByText(t('forms:validation.password_required')).waitFor();
  expect(await password.evaluate((input) => input === document.activeElement)).toBe(true);

  await password.fill(guest.password);
  await button('submit').click();
  await dialog.getByRole('alert').getByText(t('account-errors:account_has_tickets')).waitFor();
  await expectNoViolations(page, 'an account that a ticket keeps');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await app.deps.database.pool.query(`update tickets set state = 'refunded'`);
  await app.ctx.db.update(users).set({ emailProvedAt: app.clock.now() });
  await page.reload();
  await button('delete').click();
  await dialog.getByText(t('accounts:your_data.goes_proved')).waitFor();
  expect(await page.getByText(t('accounts:your_data.copy_unproved')).count()).toBe(0);
  await password.fill(guest.password);
  await button('submit').click();
  await page.getByText(t('accounts:your_data.deleted')).waitFor();
  await page.waitForURL(({ pathname }) => pathname === paths.home);
  await page.waitForFunction(() => localStorage.getItem('accessToken') === null);
  const [row] = await app.ctx.db.select().from(users).where(eq(users.id, guest.id));
  expect(row?.deletedAt).not.toBeNull();
  await page.goto(paths.profile);
  await page.waitForURL(/login/);
});
