import { paths } from '#shared/paths.ts';
import { mailedProof } from '#tests/factories/email-proof.ts';
import { createEvent } from '#tests/factories/events.ts';
import { complimentary } from '#tests/factories/complimentary.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { arrive } from './guest.ts';
import { expectSound } from './invitations.ts';
import { expect, test } from './test.ts';

test('tickets that were given to the address appear as soon as it is proved', async () => {
  const app = await startTestSite();
  const { page, t, email } = await arrive(app, { language: 'ka', width: 390 });
  const { id } = await createEvent(app.ctx);
  const admin = await createAdmin(app.ctx);
  await app.api(admin.accessToken).staffTicketTypes.give({ id, body: { ...complimentary, email } });

  await page.goto(paths.profile);
  await page.getByRole('button', { name: t('accounts:profile.my_tickets') }).click();
  const section = page.getByRole('region', { name: t('tickets:title') });
  await section.getByText(t('tickets:waiting_other', { count: '2' })).waitFor();
  expect(await page.getByRole('article').count()).toBe(0);
  expect(await page.getByText(t('tickets:none')).count()).toBe(0);
  await expectSound(page, 'tickets that wait');

  await section.getByRole('button', { name: t('tickets:confirm_address') }).press('Enter');
  const code = page.getByRole('dialog').getByLabel(t('accounts:second_factor.fields.mail'));
  await expect(code).toBeFocused();
  await code.fill((await mailedProof(app, email)).code);
  await code.press('Enter');
  const list = page.getByRole('list', { name: t('tickets:title') });
  await expect.poll(() => list.getByRole('img', { name: new RegExp(t('tickets:qr_of', { id: '\\d+' })) }).count()).toBe(2);
  await expect(section).toBeFocused();
  expect(await page.getByText(t('tickets:waiting_other', { count: '2' })).count()).toBe(0);
  await page.getByText(t('accounts:email_verification.is_verified'), { exact: true }).waitFor();
  await expectSound(page, 'tickets of a proved address');
});
