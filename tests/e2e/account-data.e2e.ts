import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { paths } from '#shared/paths.ts';
import { MyDataView } from '#shared/privacy/privacy.contract.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { buttonOf, signIn } from './account-data.steps.ts';
import { expectNoViolations } from './axe.ts';
import { translatorOf } from './site.ts';
import { expect, test } from './test.ts';

test('a guest saves a copy of everything that is stored', async () => {
  const app = await startTestSite();
  const t = await translatorOf('ka');
  const guest = await createUser(app.ctx, { personalNumber: '01001000001' });
  const page = await signIn(app, guest, 'ka', 390);
  await page.getByText(t('accounts:your_data.copy_unproved')).waitFor();
  const saving = page.waitForEvent('download');
  await buttonOf(page, t, 'download').click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('my-data-2026-11-20.json');
  const copy = MyDataView.parse(JSON.parse(await readFile(await file.path(), 'utf8')));
  expect(copy.profile).toMatchObject({ email: guest.email, personalNumber: '01001000001' });
  await page.getByText(t('accounts:your_data.downloaded')).waitFor();
  await expectNoViolations(page, 'the profile with the copy saved');
});

test('a guest has the account deleted, and is signed out everywhere on the device', async () => {
  const app = await startTestSite();
  const t = await translatorOf('ka');
  const guest = await createUser(app.ctx);
  const page = await signIn(app, guest, 'ka', 390);
  await buttonOf(page, t, 'delete').click();
  const dialog = page.getByRole('dialog', { name: t('accounts:your_data.dialog_title') });
  await dialog.getByText(t('accounts:your_data.stays_unproved')).waitFor();
  await expectNoViolations(page, 'the question before deleting');
  await dialog.getByLabel(t('accounts:your_data.password'), { exact: true }).fill(guest.password);
  await buttonOf(page, t, 'submit').click();
  await page.getByText(t('accounts:your_data.deleted')).waitFor();
  await page.waitForURL(({ pathname }) => pathname === paths.home);
  await page.waitForFunction(() => localStorage.getItem('accessToken') === null);
  const [row] = await app.ctx.db.select().from(users).where(eq(users.id, guest.id));
  expect(row?.deletedAt).not.toBeNull();
  await page.goto(paths.profile);
  await page.waitForURL(/login/);
});
