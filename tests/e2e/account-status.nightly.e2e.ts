import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit, translatorOf } from './site.ts';
import { expect, test } from './test.ts';

const t = await translatorOf('en');

/** Opens a browser whose clock shows the server's time. */
async function enter(app: TestApp): Promise<Page> {
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390 });
  await page.clock.setFixedTime(app.clock.now());
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const input = (page: Page, name: string) => page.locator(`main [name="${name}"]`);

const badge = (page: Page, label: string) => page.getByText(`${t('accounts:profile.status')}: ${label}`, { exact: true });

async function logIn(page: Page, { email, password }: TestUser): Promise<void> {
  await page.goto(paths.login);
  await input(page, 'email').fill(email);
  await input(page, 'password').fill(password);
  await page.locator('main form button[type=submit]').click();
  await button(page, t('accounts:profile.edit')).waitFor();
}

test('a confirmed guest reads that staff will look again before the change is saved [§2.profile-fields]', async () => {
  const app = await startTestSite();
  const page = await enter(app);
  const guest = await createUser(app.ctx, { status: 'Verified' });
  await logIn(page, guest);
  await button(page, t('accounts:profile.edit')).click();
  const note = page.locator('#reverification');
  await input(page, 'phoneNumber').fill('+995 555 00 00 00');
  await input(page, 'lastName').fill('Kapanadze');
  await note.getByText('your status is Pending').waitFor();
  await input(page, 'lastName').fill('Beridze ');
  await note.waitFor({ state: 'hidden' });
  await input(page, 'birthdate-day').fill('13');
  await note.waitFor();
  expect(await button(page, t('accounts:profile.save')).getAttribute('aria-describedby')).toBe('reverification');
  await button(page, t('accounts:profile.save')).click();
  await page.getByText(t('accounts:profile.updated_reverification')).waitFor();
  await badge(page, t('accounts:status.Pending')).waitFor();
  expect(await app.api(guest.accessToken).accounts.me()).toMatchObject({ status: 'Pending', birthdate: '1998-04-13' });

  await button(page, t('accounts:profile.edit')).click();
  await input(page, 'firstName').fill('Salome');
  expect(await note.count()).toBe(0);
});

test('a status that comes as Unheard_Of reads Not Verified [§3.status]', async () => {
  const app = await startTestSite();
  const page = await enter(app);
  const guest = await createUser(app.ctx);
  const profile = await app.api(guest.accessToken).accounts.me();
  await page.route('**/api/auth/me', (route) => route.fulfill({ json: { ...profile, status: 'Unheard_Of' } }));
  await logIn(page, guest);
  await badge(page, 'Not Verified').waitFor();
});
