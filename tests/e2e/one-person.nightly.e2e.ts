import { paths } from '#shared/paths.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { register, registrationOf } from './registration.ts';
import { translatorOf, visit } from './site.ts';
import { expect, test } from './test.ts';

const NUMBER = '01001000002';

test('a banned person reads at the registration that no account is opened, and loses nothing that was typed', async () => {
  const app = await startTestSite();
  const banned = await createUser(app.ctx, { personalNumber: NUMBER });
  const staff = await createAdmin(app.ctx);
  await app.api(staff.accessToken).guests.ban({ id: banned.id, body: { reason: 'Took pictures', until: null } });
  const page = await visit({ origin: app.url, folder: '' }, { language: 'ka', width: 390, allowed: /status of 409/ });
  await page.clock.setFixedTime(app.clock.now());
  const t = await translatorOf('ka');
  await page.goto(paths.register);
  const typed = registrationOf({ email: 'lela@example.com', personalNumber: NUMBER });
  await register(page, typed);
  await page.getByRole('alert').getByText(t('account-errors:person_banned')).waitFor();
  for (const [name, text] of Object.entries(typed))
    expect([name, await page.locator(`main [name="${name}"]`).inputValue()]).toEqual([name, text]);
  await expectNoViolations(page, 'a registration that is refused');
});
