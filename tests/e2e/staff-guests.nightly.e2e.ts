import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createAdmin, storedUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { chooseFilter, openConsole } from './console.ts';
import { heading, waits } from './staff-guests.steps.ts';
import { expect, test, testInEachView } from './test.ts';

test('a decision that did not arrive keeps its reason, and the last of the queue comes back by one key', async () => {
  const app = await startTestSite();
  const ana = await waits(app, 'Ana');
  const { page, t } = await openConsole(app, { allowed: /ERR_FAILED/ });
  await page.goto('/staff/guests/verification');
  await heading(page, 'Ana Drift').waitFor();
  const reason = page.getByLabel(t('staff-guests:reason'));
  await page.getByText(t('staff-guests:verification.with_reason')).click();
  await reason.fill('No link');
  await reason.press('Escape');
  await page.route('**/staff/guests/*/status', (route) => route.abort());
  await page.keyboard.press('r');
  await page.getByRole('alert').first().waitFor();
  expect(await reason.inputValue()).toBe('No link');
  await page.unroute('**/staff/guests/*/status');
  await page.keyboard.press('r');
  await page.getByText(t('staff-guests:verification.nobody')).waitFor();
  expect(await storedUser(app.ctx, ana.id)).toMatchObject({ status: 'Rejected' });
  await page.keyboard.press('z');
  await heading(page, 'Ana Drift').waitFor();
  expect(await storedUser(app.ctx, ana.id)).toMatchObject({ status: 'Pending' });
});

test('staff who decide second see the conflict, and come to the next guest', async () => {
  const app = await startTestSite();
  const ana = await waits(app, 'Ana');
  await waits(app, 'Luka');
  const { page, admin, t } = await openConsole(app, { allowed: /409/ });
  await page.goto('/staff/guests/verification');
  await heading(page, 'Ana Drift').waitFor();
  await app.api(admin.accessToken).guests.changeStatus({ id: ana.id, body: { status: 'Check_Later', tellGuest: false } });
  await page.keyboard.press('r');
  await page.getByText(t('staff-guests:verification.conflict', { name: 'Ana Drift' })).waitFor();
  await heading(page, 'Luka Drift').waitFor();
  expect(await storedUser(app.ctx, ana.id)).toMatchObject({ status: 'Check_Later' });
});

testInEachView('the screens about guests and the log have no faults', async ({ language, width }) => {
  const app = await startTestSite();
  const guest = await waits(app, 'Ana', { bannedAt: app.clock.now(), banReason: 'Took pictures' });
  const event = await createEvent(app.ctx, { verifiedOnly: true });
  await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  const desk = app.api((await createAdmin(app.ctx)).accessToken).guests;
  await desk.addNote({ id: guest.id, body: { text: 'Lost a coat' } });
  await desk.changeStatus({ id: guest.id, body: { status: 'Check_Later', tellGuest: false, reason: 'No link' } });
  const { page } = await openConsole(app, { language, width });
  const paths = [
    '/staff/guests',
    '/staff/guests/verification?status=Check_Later',
    `/staff/guests/${guest.id}`,
    '/staff/settings/activity',
    `/Events/${event.id}`,
  ];
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    await expectNoViolations(page, `${path} ${width}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect([path, width, overflow]).toEqual([path, width, 0]);
  }
});

test('a note about a guest stays, and the activity log is filtered by what was done', async () => {
  const app = await startTestSite();
  const guest = await waits(app, 'Ana', { personalNumber: '01001012345' });
  const { page, t } = await openConsole(app);
  await page.goto(`/staff/guests/${guest.id}`);
  await page.getByLabel(t('staff-guests:notes.new')).fill('Lost a coat');
  await page.getByRole('button', { name: t('staff-guests:notes.add') }).click();
  await page.getByRole('listitem').getByText('Lost a coat').waitFor();
  await page.getByRole('button', { name: t('staff-guests:show_number') }).click();
  await page.getByText('01001012345').waitFor();
  await page.goto('/staff/settings/activity');
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toContainText(t('staff-audit:actions.guest_show_number'));
  expect(await rows.count()).toBeGreaterThan(2);
  await chooseFilter(page, t('staff-audit:action'), t('staff-audit:actions.guest_show_number'));
  await expect(rows).toHaveCount(2);
});
