import { startTestSite } from '#tests/setup/site.ts';
import { createUser, storedUser } from '#tests/factories/users.ts';
import { openConsole } from './console.ts';
import { expectSound } from './invitations.ts';
import { expect, onPhone, test } from './test.ts';

const [OF_OTHER_USER, OWN] = ['01024012345', '01024067890'];

test('the desk confirms, sees a whole number and gives an account its own', async () => {
  const app = await startTestSite();
  await createUser(app.ctx, { personalNumber: OF_OTHER_USER });
  const guest = await createUser(app.ctx, { firstName: 'Salome', lastName: 'Drift', personalNumber: OF_OTHER_USER });
  const other = await createUser(app.ctx, { firstName: 'Mariam', lastName: 'Kvaratskhelia', personalNumber: OWN });
  const { page, admin, t } = await openConsole(app, { ...onPhone, roles: ['Desk'], allowed: /status of (400|403)/ });
  const { guests } = app.api(admin.accessToken);
  await guests.ban({ id: guest.id, body: { reason: 'Took pictures', until: null } });
  app.clock.advanceMinutes(6);
  await page.clock.setFixedTime(app.clock.now());
  await page.goto(`/staff/guests/${guest.id}`);
  const question = page.getByRole('dialog', { name: t('accounts:second_factor.confirm_title') });
  const password = question.getByLabel(t('accounts:second_factor.fields.password'));
  await page.getByRole('button', { name: t('staff-guests:show_number') }).click();
  await expect(password).toBeFocused();
  await password.press('Escape');
  await page.getByText('•••••••2345').waitFor();

  await page.getByRole('button', { name: t('staff-guests:number.open'), exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: t('staff-guests:number.title') });
  const box = dialog.getByLabel(t('staff-guests:number.new'));
  await box.fill('0102406789');
  await box.press('Enter');
  await dialog.getByText(t('forms:validation.personal_number_format')).waitFor();
  await expectSound(page, 'a number that is too short');
  await box.fill(OWN);
  await dialog.getByLabel(t('staff-guests:number.ends_ban')).press('Space');
  await box.press('Enter');
  await password.fill(admin.password);
  await password.press('Enter');
  await page.getByText(t('staff-guests:number.done')).waitFor();
  const names = `Mariam Kvaratskhelia (${other.email})`;
  await page.getByText(t('staff-guests:number.others', { names })).waitFor();
  await page.getByText('•••••••7890').waitFor();
  await page.getByRole('button', { name: t('staff-guests:ban.open') }).waitFor();
  await expectSound(page, 'a changed number');
  expect((await storedUser(app.ctx, guest.id)).bannedAt).toBeNull();
  await page.getByRole('button', { name: t('staff-guests:show_number') }).click();
  await page.getByText(OWN).waitFor();
});
