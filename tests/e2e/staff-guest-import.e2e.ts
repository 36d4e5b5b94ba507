import { paths } from '#shared/paths.ts';
import { invitedToken } from '#tests/factories/known-guests.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { expectSound } from './invitations.ts';
import { registrationOf, register } from './registration.ts';
import { visit } from './site.ts';
import { test } from './test.ts';

test('a file of guests is corrected and imported, and a guest who registers from the email is verified at once', async () => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app);
  await page.goto('/staff/guests/import');
  const file = page.getByLabel(t('staff-guests:import.file'));
  await file.fill('email;status;note\nnino@example.com;Verified;"Sits; at the bar"\nlela@example;Verified;\nluka@example.com;;\n');
  const check = page.getByRole('button', { name: t('staff-guests:import.check') });
  await check.click();
  await page.getByText(t('staff-guests:import.problems.email_wrong')).waitFor();
  await expectSound(page, 'a file with an error');
  await page.getByRole('button', { name: t('staff-guests:import.go_to', { line: '3' }) }).click();
  await page.keyboard.type('lela@example.com;Verified;');
  await check.click();
  await page.getByRole('button', { name: t('staff-guests:import.submit_other', { count: '3' }) }).click();
  await page.getByText(t('staff-guests:import.done', { invited: '3', changed: '0', unchanged: '0' })).waitFor();
  await page.getByRole('cell', { name: 'lela@example.com' }).first().waitFor();

  const guest = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390, allowed: /^$/ });
  await guest.goto(`${paths.register}?lang=en#${await invitedToken(app, 'lela@example.com')}`);
  await guest.getByText(t('accounts:guest_invitation.verified')).waitFor();
  const { email: _, ...typed } = registrationOf({ email: '', personalNumber: '01001054321' });
  await register(guest, typed);
  await guest.waitForURL(/login/);
  await page.reload();
  await page
    .getByRole('row', { name: /Registered/ })
    .getByText(t('accounts:status.Verified'))
    .waitFor();
});
