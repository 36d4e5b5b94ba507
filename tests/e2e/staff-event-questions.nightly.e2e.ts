import { addDays } from '#shared/dates.ts';
import { events, publishPlans } from '#server/content/content.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { changeTicket, FRIDAY, noticesOf, openSoldEvent } from '#tests/factories/holders.ts';
import { eventFields } from '#tests/factories/event-fields.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { chooseCommand, chooseOption, openConsole } from './console.ts';
import { typeParts } from './date-parts.ts';
import { expect, test, testInEachView } from './test.ts';

/** The API refuses the change until it is confirmed. */
const CONFLICT = /status of 409/;

test('publishing asks once about the problems of the event, by keyboard', async () => {
  const app = await startTestSite();
  await createEvent(app.ctx, FRIDAY);
  const { page, admin, t } = await openConsole(app, { allowed: CONFLICT });
  const { staffEvents } = app.api(admin.accessToken);
  const { id } = await staffEvents.create({ body: eventFields({ from: '12:00', until: '11:00' }) });
  await page.goto(`/staff/events/${id}/details`);
  const publish = page.getByRole('button', { name: t('staff-events:publish'), exact: true });
  await publish.press('Enter');
  const dialog = page.getByRole('dialog', { name: t('staff-events:confirm.title.publish') });
  await dialog.getByRole('listitem').first().waitFor();
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
    'This date already has an event: Oberton, Friday, December 4, 2026, 23:00–07:00.',
    'It would last 23 hours.',
    t('staff-events:confirm.nothing_on_sale'),
  ]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect((await staffEvents.get({ id })).state).toBe('draft');
  await publish.press('Enter');
  await dialog.getByRole('button', { name: t('staff-events:confirm.go.publish') }).press('Enter');
  await page.getByText(t('staff-events:published'), { exact: true }).waitFor();
  expect((await staffEvents.get({ id })).state).toBe('published');
});

test('a cancellation waits until it is known who is mailed, and for an event that is over nobody is', async () => {
  const app = await startTestSite();
  const { id } = await openSoldEvent(app);
  app.clock.set(new Date('2026-12-05T08:00:00+04:00'));
  const { page, t } = await openConsole(app, { allowed: /status of 500/ });
  await page.route('**/holders', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
  await page.goto(`/staff/events/${id}/details`);
  await chooseCommand(page, t('staff-events:more'), t('staff-events:cancel'));
  const dialog = page.getByRole('dialog', { name: t('staff-events:cancel') });
  const again = dialog.getByRole('alert').getByRole('button', { name: t('common:try_again') });
  await again.waitFor();
  const cancel = dialog.getByRole('button', { name: t('staff-events:cancel') });
  expect(await cancel.getAttribute('aria-disabled')).toBe('true');
  await again.press('Enter');
  await dialog.getByText(t('staff-events:cancel_paid', { paid: '2', unpaid: '0' })).waitFor();
  await dialog.getByText(t('staff-events:cancel_reason_hint')).waitFor();
  await dialog.getByLabel(t('staff-events:cancel_refund')).uncheck();
  await dialog.getByText(t('staff-events:cancel_no_emails')).waitFor();
  expect(await dialog.getByText(t('staff-events:cancel_reason_hint')).count()).toBe(0);
  await cancel.press('Enter');
  await page.getByText(t('staff-events:cancelled'), { exact: true }).waitFor();
  expect(await noticesOf(app)).toEqual([]);
});

test('copies are proposed for the next free evenings, made once by a double click, and taken back; a draft is deleted after a question', async () => {
  const app = await startTestSite();
  await createEvent(app.ctx, {
    ...FRIDAY,
    startsAt: addDays(FRIDAY.startsAt, -21),
    endsAt: addDays(FRIDAY.endsAt, -21),
    nameLat: 'Old',
  });
  for (const day of [-14, -7]) await createEvent(app.ctx, { startsAt: addDays(FRIDAY.startsAt, day), endsAt: addDays(FRIDAY.endsAt, day) });
  const { page, t } = await openConsole(app, { allowed: CONFLICT });
  await page.goto(`/staff/events?show=past`);
  await page.getByRole('button', { name: t('staff-events:copy_of', { name: 'Old' }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Friday, December 4, 2026').waitFor();
  await chooseOption(dialog, t('staff-events:copies.count'), '2');
  await dialog.getByLabel('Friday, December 11, 2026').waitFor();
  const another = dialog.getByRole('group', { name: t('staff-events:copies.another') });
  await typeParts(another, '27112026');
  await dialog.getByText(/This date already has an event: Night, Friday, November 27/).waitFor();
  const clear = async (...parts: number[]) => {
    for (const part of parts) await another.getByRole('spinbutton').nth(part).press('Backspace');
  };
  await clear(2);
  await expectNoViolations(page, 'the copies');
  expect(await dialog.getByRole('button', { name: t('staff-events:copies.go_other', { count: '2' }) }).isDisabled()).toBe(true);
  await clear(2, 2, 2, 1, 1, 0, 0);
  await dialog.getByRole('button', { name: t('staff-events:copies.go_other', { count: '2' }) }).dblclick();
  await dialog.getByText(t('staff-events:copies.made', { count: '2' })).waitFor();
  expect(await app.ctx.db.$count(events)).toBe(5);
  await dialog.getByRole('button', { name: t('staff-events:copies.undo', { count: '2' }) }).press('Enter');
  await page.getByText(t('staff-events:copies.undone', { count: '2' })).waitFor();
  expect(await app.ctx.db.$count(events)).toBe(3);

  await page.getByRole('button', { name: t('staff-events:copy_of', { name: 'Old' }) }).click();
  await dialog.getByLabel('Friday, December 4, 2026').waitFor();
  await dialog.getByRole('button', { name: t('staff-events:copies.go_one'), exact: true }).click();
  await dialog.getByRole('link', { name: 'Friday, December 4, 2026' }).click();
  await page.waitForURL(/events\/\d+$/);

  const before = await app.ctx.db.$count(events);
  await chooseCommand(page, t('staff-events:more'), t('staff-events:delete.open'));
  await dialog.getByText(t('staff-events:delete.text', { name: 'Old' })).waitFor();
  await dialog.getByRole('button', { name: t('staff-events:delete.open') }).press('Enter');
  await page.getByText(t('staff-events:delete.done')).waitFor();
  await page.waitForURL(/show=drafts/);
  expect(await app.ctx.db.$count(events)).toBe(before - 1);
});

test('on the smallest phone the title of a question breaks no Georgian word', async () => {
  const app = await startTestSite();
  const { staff } = await openSoldEvent(app);
  const { id } = await staff.create({ body: eventFields() });
  const { page, t } = await openConsole(app, { language: 'ka', width: 320, allowed: CONFLICT });
  await page.goto(`/staff/events/${id}/details`);
  await page.getByRole('button', { name: t('staff-events:publish'), exact: true }).click();
  const title = page.getByRole('dialog').getByRole('heading', { name: t('staff-events:confirm.title.publish') });
  const linesOfEachWord = await title.evaluate((heading) => {
    const text = heading.firstChild;
    return [...(text?.textContent ?? '').matchAll(/\S+/g)].map(({ 0: word, index }) => {
      const range = document.createRange();
      if (text) range.setStart(text, index);
      if (text) range.setEnd(text, index + word.length);
      return range.getClientRects().length;
    });
  });
  expect(linesOfEachWord).toEqual([1, 1]);
});

testInEachView('every question about a night is accessible and fits', async ({ language, width }) => {
  const app = await startTestSite();
  const { id, staff } = await openSoldEvent(app);
  const draft = await staff.create({ body: eventFields({ from: '12:00', until: '11:00' }) });
  const { page, t } = await openConsole(app, { language, width, allowed: CONFLICT });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const look = async (what: string) => {
    await page.getByRole('dialog').waitFor();
    await expectNoViolations(page, `${what} ${language} ${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
  };
  await page.goto(`/staff/events/${draft.id}/details`);
  await button(t('staff-events:publish')).click();
  await look('publish');
  await chooseCommand(page, t('staff-events:more'), t('staff-events:delete.open'));
  await look('delete');
  await page.goto(`/staff/events/${id}/details`);
  await typeParts(page.getByRole('group', { name: t('staff-events:field.until'), exact: true }), '06');
  await button(t('staff:save')).click();
  await look('move');
  await chooseCommand(page, t('staff-events:more'), t('staff-events:cancel'));
  await look('cancel');
});

test('a draft is published later by itself, and that is called off', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { ...FRIDAY, state: 'draft', ticketTypes: [] });
  const { page, t } = await openConsole(app, { allowed: CONFLICT });
  await page.goto(`/staff/events/${id}/details`);
  await chooseCommand(page, t('staff-events:more'), t('staff-events:plan.open'));
  const dialog = page.getByRole('dialog');
  await typeParts(dialog.getByRole('group', { name: t('staff-events:plan.when'), exact: true }), '23');
  await dialog.getByRole('button', { name: t('staff-events:plan.submit'), exact: true }).click();
  await dialog.getByText(t('staff-events:confirm.nothing_on_sale')).waitFor();
  await expectNoViolations(page, 'the plan');
  await dialog.getByRole('button', { name: t('staff-events:plan.submit_anyway') }).click();
  await page.getByText(t('staff-events:plan.planned', { date: 'Monday, November 23, 2026', time: '18:00' })).waitFor();
  await page.getByRole('button', { name: t('staff-events:plan.call_off') }).press('Enter');
  await page.getByText(t('staff-events:plan.called_off')).waitFor();
  expect(await app.ctx.db.$count(publishPlans)).toBe(0);
});

test('an event moves without a mail to anybody if staff choose so', async () => {
  const app = await startTestSite();
  const { id, staff } = await openSoldEvent(app);
  const { page, t } = await openConsole(app, { allowed: CONFLICT });
  await page.goto(`/staff/events/${id}/details`);
  await typeParts(page.getByRole('group', { name: t('staff-events:field.until'), exact: true }), '0600');
  await page.getByRole('button', { name: t('staff:save'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('staff-events:confirm.title.save') });
  await dialog.getByLabel(t('staff-events:confirm.email')).uncheck();
  await dialog.getByText(t('staff-events:confirm.quiet')).waitFor();
  await dialog.getByRole('button', { name: t('staff-events:confirm.go.save') }).click();
  await expect.poll(async () => (await staff.get({ id })).until).toBe('06:00');
  expect(await noticesOf(app)).toEqual([]);
});

test('a move is undone once', async () => {
  const app = await startTestSite();
  const { id, staff } = await openSoldEvent(app);
  const { page, t } = await openConsole(app, { allowed: CONFLICT });
  await page.goto(`/staff/events/${id}/details`);
  const until = page.getByRole('group', { name: t('staff-events:field.until'), exact: true });
  await typeParts(until, '0600');
  await page.getByRole('button', { name: t('staff:save'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('staff-events:confirm.go.save') })
    .click();
  const undo = page.getByRole('button', { name: t('staff-events:move.undo') });
  await undo.press('Enter');
  await page.getByText(t('staff-events:move.undone')).waitFor();
  await expect(until.getByRole('spinbutton')).toHaveText(['07', '00']);
  expect((await staff.get({ id })).until).toBe('07:00');
  await expect(undo).toHaveCount(0);
});

test('a cancellation without refunds counts nobody who is inside, and a restored event mails the holders again', async () => {
  const app = await startTestSite();
  const { id, english } = await openSoldEvent(app);
  const { page, t } = await openConsole(app, { allowed: CONFLICT });
  await page.goto(`/staff/events/${id}/details`);
  await changeTicket(app, english.ticketId, { usedAt: app.clock.now() });
  await chooseCommand(page, t('staff-events:more'), t('staff-events:cancel'));
  const dialog = page.getByRole('dialog', { name: t('staff-events:cancel') });
  await dialog.getByText(t('staff-events:cancel_paid', { paid: '2', unpaid: '1' })).waitFor();
  await dialog.getByLabel(t('staff-events:cancel_refund')).uncheck();
  await dialog.getByText(t('staff-events:cancel_emailed', { people: '2', tickets: '3' })).waitFor();
  await changeTicket(app, english.ticketId, { usedAt: null });
  await dialog.getByLabel(t('staff:reason')).fill('No power');
  await dialog.getByRole('button', { name: t('staff-events:cancel') }).click();
  await page.getByText(t('staff-events:cancelled'), { exact: true }).waitFor();
  expect(await noticesOf(app)).toHaveLength(3);
  await chooseCommand(page, t('staff-events:more'), t('staff-events:restore'));
  const back = page.getByRole('dialog', { name: t('staff-events:confirm.title.restore') });
  await back.getByText(t('staff-events:confirm.restored', { people: '3', tickets: '4' })).waitFor();
  await back.getByRole('button', { name: t('staff-events:confirm.go.restore') }).click();
  await page.getByText(t('staff-events:restored'), { exact: true }).waitFor();
  expect(await noticesOf(app)).toHaveLength(6);
});
