import { eq } from 'drizzle-orm';
import { securityEvents, users } from '#server/accounts/accounts.table.ts';
import { paths } from '#shared/paths.ts';
import { createUser } from '#tests/factories/users.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { chooseFilter, openConsole } from './console.ts';
import { arrive } from './guest.ts';
import { expect, onPhone, test } from './test.ts';

const CHROME = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const WRONG = 'Wrong-Guess-1';

test('an Owner reads what happened to accounts: of everybody, of the team, of one, of one kind', async () => {
  const app = await startTestSite();
  const guest = await createUser(app.ctx, { firstName: 'ალექსანდრე-კონსტანტინე', lastName: 'ბერიძე-ჩოლოყაშვილი' });
  const name = 'ალექსანდრე-კონსტანტინე ბერიძე-ჩოლოყაშვილი';
  const logIn = (email: string, password: string) =>
    rawCall(app.url, '/api/auth/login', { body: { email, password }, headers: { 'user-agent': CHROME } });
  await logIn(guest.email, guest.password);
  await logIn(guest.email, WRONG);
  await logIn('nobody@example.com', WRONG);
  const { page, admin, t } = await openConsole(app, onPhone);
  await app.ctx.db.insert(securityEvents).values({ kind: 'export', userId: admin.id, at: app.clock.now() });

  await page.goto('/staff/settings/security');
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  const texts = async () => (await rows.allTextContents()).join('\n');
  await expect.poll(() => rows.count()).toBe(5);
  expect(await page.title()).toContain(t('staff-team:security.title'));
  expect(await texts()).toContain(t('staff-team:security.no_account'));
  expect(await texts()).toContain('Chrome · Android');
  await expectNoViolations(page, 'security events');

  await chooseFilter(page, t('staff-team:security.accounts'), t('staff-team:security.staff'));
  await expect.poll(texts).toMatch(new RegExp(t('accounts:security_events.export')));
  await expect.poll(() => rows.count()).toBe(1);
  await chooseFilter(page, t('staff-team:security.accounts'), t('staff:all'));
  await page.getByRole('link', { name, exact: true }).first().press('Enter');
  await expect.poll(() => rows.count()).toBe(3);
  await page.getByRole('button', { name: t('staff-team:security.only_account', { name }) }).waitFor();
  await chooseFilter(page, t('staff-team:security.what'), t('accounts:security_events.sign_in_failed'));
  await expect.poll(() => rows.count()).toBe(1);
  await chooseFilter(page, t('staff-team:security.what'), t('accounts:security_events.ban_lifted'));
  await page.getByText(t('staff:no_match')).waitFor();
  await page.getByRole('button', { name: t('staff-team:security.only_account', { name }) }).waitFor();
  await page.goBack();
  await expect.poll(() => page.url()).toMatch(/team\/security$/);
  await app.ctx.db.update(users).set({ firstName: '', lastName: '' }).where(eq(users.id, guest.id));
  await page.reload();
  await page
    .getByRole('link', { name: `#${guest.id}`, exact: true })
    .first()
    .waitFor();
  await page.goto('/staff/settings/team');
  await page.getByRole('link', { name: t('staff:do_with', { what: t('staff-team:security.title'), name: 'Eka Lomidze' }) }).click();
  await expect.poll(() => rows.count()).toBe(1);
});

test('a guest sees the latest events of the account; a list that does not come says so and is asked for again', async () => {
  const app = await startTestSite();
  const { page, email, t } = await arrive(app, { ...onPhone, allowed: /status of 503/ });
  await rawCall(app.url, '/api/auth/login', { body: { email, password: WRONG }, headers: { 'user-agent': CHROME } });
  await page.route('**/api/auth/security-events*', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
  await page.goto(paths.profile);
  await page.getByRole('button', { name: t('accounts:security.open'), exact: true }).click();
  await page.getByRole('button', { name: t('common:try_again') }).click();
  const list = page.getByRole('list', { name: t('accounts:security.events_title') });
  await list.getByText(t('accounts:security_events.sign_in_failed')).waitFor();
  await list.getByText(/Chrome · Android/).waitFor();
  await expectNoViolations(page, 'own security events');
});

test('older events come on request, also after a failure, and the keyboard goes on at the first of them', async () => {
  const app = await startTestSite();
  const { page, id, t } = await arrive(app, { language: 'ka', width: 390, allowed: /status of 503/ });
  const at = app.clock.now();
  const many = Array.from({ length: 43 }, () => ({ kind: 'sign_in_failed', userId: id, at }));
  await app.ctx.db.insert(securityEvents).values(many);
  await page.goto(paths.profile);
  await page.getByRole('button', { name: t('accounts:security.open'), exact: true }).click();
  const rows = page.getByRole('list', { name: t('accounts:security.events_title') }).getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(20);
  const older = page.getByRole('button', { name: t('accounts:security.older_events'), exact: true });
  await page.route('**/api/auth/security-events*', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
  await older.press('Enter');
  await page.getByRole('alert').waitFor();
  await expect(older).toBeFocused();
  expect(await rows.count()).toBe(20);
  await expectNoViolations(page, 'older events that did not come');

  await older.press('Enter');
  await expect.poll(() => rows.count()).toBe(40);
  await expect(rows.nth(20)).toBeFocused();
  expect(await page.getByRole('alert').count()).toBe(0);
  await expectNoViolations(page, 'older events');
  await older.press('Enter');
  // This includes the guest's login on a new device.
  await expect.poll(() => rows.count()).toBe(45);
  await expect(rows.nth(40)).toBeFocused();
  expect(await older.count()).toBe(0);
});
