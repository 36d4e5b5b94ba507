import { coverUrl } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { mails } from '#server/platform/platform.table.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { skipToContent } from './site.ts';
import { expect, test } from './test.ts';
import { t, enter, button, field, tokenIn, logIn, logInWithTickets, isAtHome } from './account-life.steps.ts';

const guarded = [paths.profile, paths.cart, paths.scanner];

const forAnonymous = [paths.login, paths.register, paths.forgotPassword, paths.changePassword];

test('visitors are led to the login, guests away from it, and only staff who may run the door reach the scanner [§2.guests-only §2.cart-link §2.auth-redirect §2.admins-only §2.scan-entry §4.admin-guard §6.anonymous §6.admin]', async () => {
  const app = await startTestSite();
  const { page } = await enter(app);
  for (const path of guarded) {
    await page.goto(path);
    await page.waitForURL(/login/);
  }
  expect(await page.getByRole('link', { name: t('common:nav.cart') }).count()).toBe(0);
  await logIn(page, await createUser(app.ctx));
  expect(await page.getByRole('link', { name: t('common:nav.cart') }).count()).toBeGreaterThan(0);
  for (const path of forAnonymous) {
    await page.goto(path);
    await isAtHome(page);
  }
  await page.goto(paths.scanner);
  await isAtHome(page);
  expect(await page.getByRole('link', { name: t('accounts:profile.scan_qr') }).count()).toBe(0);
});

test('a profile shows who the guest is, and the six fields that can be changed [§2.badge §2.profile-facts §2.profile-fields §9.countries]', async () => {
  const app = await startTestSite();
  const { page } = await enter(app);
  const guest = await createUser(app.ctx, { status: 'Welcomed_Guest', personalNumber: '01001000001' });
  await logIn(page, guest);
  for (const text of ['Welcome, Nino', 'Welcomed Guest', guest.email, '01001000001', 'November 20, 2026'])
    await page.getByText(text).first().waitFor();
  await button(page, t('accounts:profile.edit')).click();
  await field(page, 'first_name').waitFor();
  const names = await page.locator('main form [name]').evaluateAll((all) => all.map((input) => input.getAttribute('name')));
  const birthdate = ['birthdate-day', 'birthdate-month', 'birthdate-year'];
  expect(names).toEqual(['firstName', 'lastName', 'phoneNumber', 'country', ...birthdate, 'socialMediaProfileLink']);
  expect(await field(page, 'country').locator('option').allInnerTexts()).toEqual(['Choose…', 'Georgia', 'USA', 'Germany', 'Other']);
});

test('a profile is checked as it is changed, left as it was on Cancel and saved [§2.profile-buttons §4.profile-edit §5.profile-check §8.profile-errors]', async () => {
  const app = await startTestSite();
  const { page, calls } = await enter(app);
  const guest = await createUser(app.ctx);
  await logIn(page, guest);
  await button(page, t('accounts:profile.edit')).click();
  await field(page, 'first_name').fill('ნინო');
  await page.getByText(t('forms:validation.name_invalid_chars')).first().waitFor();
  await button(page, t('accounts:profile.save')).click();
  await page.getByText(t('accounts:profile.fix_errors')).waitFor();
  await button(page, t('accounts:profile.cancel')).click();
  await button(page, t('accounts:profile.edit')).click();
  expect(await field(page, 'first_name').inputValue()).toBe('Nino');
  expect(await page.getByText(t('forms:validation.name_invalid_chars')).count()).toBe(0);
  await field(page, 'first_name').fill('Salome');
  await button(page, t('accounts:profile.save')).click();
  await page.getByText('Welcome, Salome').waitFor();
  await button(page, t('accounts:profile.edit')).waitFor();
  expect(calls.filter((call) => call.endsWith('/auth/me'))).toEqual(['GET /api/auth/me', 'PUT /api/auth/me']);
  expect(await app.api(guest.accessToken).accounts.me()).toMatchObject({ firstName: 'Salome' });
});

test('a profile that cannot be saved says so, in the words of the server where it has any, and keeps what was typed [§8.profile-save]', async () => {
  const app = await startTestSite();
  const { page } = await enter(app);
  const guest = await createUser(app.ctx);
  await logIn(page, guest);
  await button(page, t('accounts:profile.edit')).click();
  await field(page, 'first_name').fill('Salome');
  const toasts = page.getByRole('region', { name: t('common:toasts') });
  for (const [body, sentence] of [
    ['{}', 'Failed to update profile. Please try again.'],
    ['{"message":"Staff are at lunch."}', 'Staff are at lunch.'],
  ] as const) {
    await page.route('**/api/auth/me', (route) => route.fulfill({ status: 500, body }), { times: 1 });
    await button(page, t('accounts:profile.save')).click();
    await toasts.getByText(sentence).waitFor();
    await page.getByRole('main').getByRole('alert').getByText(sentence).waitFor();
    expect(await field(page, 'first_name').inputValue()).toBe('Salome');
  }
  expect(await app.api(guest.accessToken).accounts.me()).toMatchObject({ firstName: 'Nino' });
  await button(page, t('accounts:profile.save')).click();
  await page.getByText('Welcome, Salome').waitFor();
});

test('the cover of the first paint stays when the profile comes, and the cart is asked for once [§2.cover]', async () => {
  const app = await startTestSite();
  const { page, calls } = await enter(app);
  await logIn(page, await createUser(app.ctx));
  const { promise: isWanted, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/auth/me', async (route) => {
    await isWanted;
    await route.continue();
  });
  calls.length = 0;
  await page.goto(paths.profile, { waitUntil: 'commit' });
  const cover = await page.waitForSelector('main img');
  expect(await cover.getAttribute('src')).toBe(coverUrl('default', '2x1'));
  answer();
  await isAtHome(page);
  expect(await cover.evaluate((image) => image.isConnected)).toBe(true);
  expect(calls.filter((call) => call.endsWith('my-cart'))).toHaveLength(1);
});

test('tickets are fetched once, at the first opening, newest first [§2.my-tickets §2.ticket-card §4.tickets]', async () => {
  const app = await startTestSite();
  const { page, calls } = await enter(app);
  const { used, open, event } = await logInWithTickets(app, page);
  expect(calls).not.toContain('GET /api/Tickets/my-tickets');
  await button(page, t('accounts:profile.my_tickets')).click();
  const cards = page.getByRole('list', { name: t('tickets:title') }).getByRole('article');
  await expect
    .poll(async () => (await cards.allInnerTexts()).map((text) => /\d{6,}/.exec(text)?.[0]))
    .toEqual([`${open.id}`, `${used.id}`]);
  await expect.poll(() => cards.first().innerText()).toMatch(/Deep Kura[^]*November 21, 2026[^]*40,50/i);
  const toEvent = cards.first().getByRole('link', { name: t('tickets:to_event') });
  expect(await toEvent.getAttribute('href')).toBe(paths.event(event.id));
  await button(page, t('accounts:profile.collapse')).click();
  await button(page, t('accounts:profile.my_tickets')).click();
  await cards.first().waitFor();
  expect(calls.filter((call) => call === 'GET /api/Tickets/my-tickets')).toHaveLength(1);
});

test('only a ticket that is not used has a code, which is enlarged until it is closed in any way [§2.ticket-qr §2.ticket-used]', async () => {
  const app = await startTestSite();
  const { page } = await enter(app);
  await logInWithTickets(app, page);
  await button(page, t('accounts:profile.my_tickets')).click();
  const cards = page.getByRole('list', { name: t('tickets:title') }).getByRole('article');
  await expect(cards).toHaveCount(2);
  expect(await cards.getByRole('img', { name: /QR/ }).count()).toBe(1);
  const dialog = page.getByRole('dialog');
  for (const close of ['Escape', 'button', 'overlay']) {
    await cards.first().getByRole('button', { name: /QR/ }).click();
    await dialog.waitFor();
    if (close === 'Escape') await page.keyboard.press('Escape');
    else if (close === 'button') await dialog.getByRole('button', { name: t('common:close') }).click();
    else await page.mouse.click(20, 400);
    await dialog.waitFor({ state: 'hidden' });
  }
});

test('logging out says so and clears the token, also when the server does not hear it [§2.logout §3.token §4.logout]', async () => {
  const app = await startTestSite();
  const { page } = await enter(app);
  await logIn(page, await createUser(app.ctx));
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, body: '{}' }));
  await button(page, t('accounts:profile.logout')).click();
  await page.getByText(t('accounts:profile.logged_out')).waitFor();
  await page.waitForURL(/login/);
  expect(await tokenIn(page)).toBeNull();
});

test('a profile that does not come, or has no real id, ends the session [§4.profile-fails §8.profile-load]', async () => {
  const app = await startTestSite();
  const guest = await createUser(app.ctx);
  for (const answer of [{ status: 500, body: '{}' }, { json: { id: 0 } }]) {
    const { page } = await enter(app);
    await page.route('**/api/auth/me', (route) => route.fulfill(answer));
    await page.goto(paths.login);
    await field(page, 'email').fill(guest.email);
    await field(page, 'password').fill(guest.password);
    await button(page, t('accounts:login.submit')).click();
    await page.getByText(t('accounts:profile.load_failed')).waitFor();
    await page.waitForURL(/login/);
    expect(await tokenIn(page)).toBeNull();
  }
});

test('a forgotten password is changed by the mailed link, and each step leads to the login [§2.auth-form §2.forgot §2.change §4.reset §4.reset-token]', async () => {
  const app = await startTestSite();
  const { page } = await enter(app);
  const guest = await createUser(app.ctx);
  await page.goto(paths.forgotPassword);
  await field(page, 'email').fill(guest.email);
  await button(page, t('accounts:forgot.submit')).click();
  await page.getByText(t('accounts:forgot.success')).waitFor();
  await page.waitForURL(/login/);

  await page.goto(paths.changePassword);
  await page.getByText(t('accounts:error.invalid_token')).waitFor();
  const [mail] = await app.ctx.db.select().from(mails);
  const token = /"token":"([\w-]+)"/.exec(JSON.stringify(mail?.payload))?.[1];
  await page.goto(`${paths.changePassword}?token=${token}`);
  await expect.poll(() => page.url()).not.toContain('token');
  // The link is in the mail, not in the tab: neither the skip link nor a reload may lose it.
  await skipToContent(page);
  await page.reload();
  await field(page, 'new_password').waitFor();
  expect(await page.getByText(t('accounts:error.invalid_token')).count()).toBe(0);
  const password = 'Morning-Guest-2';
  await field(page, 'new_password').fill(password);
  await page.getByText(t('accounts:password_rules.symbol')).first().waitFor();
  await field(page, 'confirm_password').fill(password);
  await page.getByText(t('accounts:password_rules.match')).first().waitFor();
  await button(page, t('accounts:change.submit')).click();
  await page.getByText(t('accounts:change.success')).waitFor();
  await page.waitForURL(/login/);
  await logIn(page, { email: guest.email, password });
});
