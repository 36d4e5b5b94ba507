import { addDays } from '#shared/dates.ts';
import { events, publishPlans } from '#server/content/content.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { changeTicket, FRIDAY, noticesOf, openSoldEvent } from '#tests/factories/holders.ts';
import { eventFields } from '#tests/factories/event-fields.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { expect, rare, test, views } from './test.ts';

/** The API refuses the change until it is confirmed. */
const CONFLICT = /status of 409/;

test('publishing asks once about the problems of the event, by keyboard', rare, async () => {
  const app = await startTestSite();
  await createEvent(app.ctx, FRIDAY);
  const { page, admin, t } = await openConsole(app, { allowed: CONFLICT });
  const { staffEvents } = app.api(admin.accessToken);
  const { id } = await staffEvents.create({ body: eventFields({ from: '12:00', until: '11:00' }) });
  await page.goto(`/staff/nights/${id}`);
  const publish = page.getByRole('button', { name: t('staff-nights:publish'), exact: true });
  await publish.press('Enter');
  const dialog = page.getByRole('dialog', { name: t('staff-nights:confirm.title.publish') });
  await dialog.getByRole('listitem').first().waitFor();
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
    'The evening is taken: Oberton, Friday, December 4, 2026, 23:00–07:00.',
    'The night would last 23 hours.',
    t('staff-nights:confirm.nothing_on_sale'),
  ]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect((await staffEvents.get({ id })).state).toBe('draft');
  await publish.press('Enter');
  await dialog.getByRole('button', { name: t('staff-nights:confirm.go.publish') }).press('Enter');
  await page.getByText(t('staff-nights:published'), { exact: true }).waitFor();
  expect((await staffEvents.get({ id })).state).toBe('published');
});

test('an event with tickets moves after the screen showed who is mailed what, and the reason is sent', async () => {
  const app = await startTestSite();
  const { id, staff } = await openSoldEvent(app);
  const { page, t } = await openConsole(app, { allowed: CONFLICT });
  await page.goto(`/staff/nights/${id}`);
  const until = page.getByLabel(t('staff-nights:field.until'), { exact: true });
  const save = page.getByRole('button', { name: t('staff-nights:save'), exact: true });
  await until.fill('6');
  await save.click();
  const dialog = page.getByRole('dialog', { name: t('staff-nights:confirm.title.save') });
  await dialog.getByText(t('staff-nights:confirm.moved', { people: '3', tickets: '4' })).waitFor();
  await dialog.getByText('Friday, December 4, 2026, 23:00–07:00').waitFor();
  await dialog.getByText('Friday, December 4, 2026, 23:00–06:00').waitFor();
  expect(await dialog.getByLabel(t('staff-nights:confirm.tell')).isChecked()).toBe(true);
  await dialog.getByLabel(t('staff-nights:cancel_reason')).fill('The band leaves early');
  await dialog.getByRole('button', { name: t('staff-nights:confirm.go.save') }).dblclick();
  await page.getByText(t('staff-nights:saved'), { exact: true }).waitFor();
  expect(await noticesOf(app)).toHaveLength(3);

  await until.fill('7');
  await save.click();
  await dialog.getByLabel(t('staff-nights:confirm.tell')).uncheck();
  await dialog.getByText(t('staff-nights:confirm.quiet')).waitFor();
  await dialog.getByRole('button', { name: t('staff-nights:confirm.go.save') }).click();
  await expect.poll(async () => (await staff.get({ id })).until).toBe('07:00');
  expect(await noticesOf(app)).toHaveLength(3);

  await page.getByRole('button', { name: t('staff-nights:move.undo') }).press('Enter');
  await page.getByText(t('staff-nights:move.undone')).waitFor();
  expect(await until.inputValue()).toBe('06:00');
  expect((await staff.get({ id })).until).toBe('06:00');
  expect(await page.getByRole('button', { name: t('staff-nights:move.undo') }).count()).toBe(0);
});

test('cancelling shows who is mailed; with refunds it is one command, and taking it back mails again', async () => {
  const app = await startTestSite();
  const { id, staff, api, english } = await openSoldEvent(app);
  const { page, t } = await openConsole(app, { allowed: CONFLICT });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(`/staff/nights/${id}`);
  await changeTicket(app, english.ticketId, { usedAt: app.clock.now() });
  await button(t('staff-nights:cancel')).click();
  const dialog = page.getByRole('dialog', { name: t('staff-nights:cancel') });
  await dialog.getByText(t('staff-nights:cancel_paid', { paid: '2', unpaid: '1' })).waitFor();
  await dialog.getByLabel(t('staff-nights:cancel_refund')).uncheck();
  await dialog.getByText(t('staff-nights:cancel_told', { people: '2', tickets: '3' })).waitFor();
  await changeTicket(app, english.ticketId, { usedAt: null });
  await dialog.getByLabel(t('staff-nights:cancel_reason')).fill('No power');
  await dialog.getByRole('button', { name: t('staff-nights:cancel') }).click();
  await page.getByText(t('staff-nights:cancelled'), { exact: true }).waitFor();
  expect(await noticesOf(app)).toHaveLength(3);

  await button(t('staff-nights:restore')).click();
  const back = page.getByRole('dialog', { name: t('staff-nights:confirm.title.restore') });
  await back.getByText(t('staff-nights:confirm.restored', { people: '3', tickets: '4' })).waitFor();
  await back.getByRole('button', { name: t('staff-nights:confirm.go.restore') }).click();
  await page.getByText(t('staff-nights:restored'), { exact: true }).waitFor();
  expect(await noticesOf(app)).toHaveLength(6);

  await button(t('staff-nights:cancel')).click();
  await dialog.getByLabel(t('staff-nights:cancel_reason')).fill('No power again');
  await dialog.getByRole('button', { name: t('staff-nights:cancel') }).click();
  await page.getByText(t('staff-nights:refund_begun'), { exact: true }).waitFor();
  expect((await staff.get({ id })).state).toBe('cancelled');
  expect(await api.staffMoney.eventRefund({ id })).toMatchObject({ note: 'No power again' });
  expect(await noticesOf(app)).toHaveLength(7);
  // Without a reload, the page no longer offers what the API would refuse.
  await page.getByRole('link', { name: t('staff-nights:see_refunds') }).waitFor();
  for (const name of ['restore', 'cancel', 'cancel_again'] as const) expect(await button(t(`staff-nights:${name}`)).count()).toBe(0);
});

test('a cancellation waits until it is known who is mailed, and for an event that is over nobody is', rare, async () => {
  const app = await startTestSite();
  const { id } = await openSoldEvent(app);
  app.clock.set(new Date('2026-12-05T08:00:00+04:00'));
  const { page, t } = await openConsole(app, { allowed: /status of 500/ });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.route('**/holders', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
  await page.goto(`/staff/nights/${id}`);
  await button(t('staff-nights:cancel')).click();
  const dialog = page.getByRole('dialog', { name: t('staff-nights:cancel') });
  const again = dialog.getByRole('alert').getByRole('button', { name: t('common:try_again') });
  await again.waitFor();
  const cancel = dialog.getByRole('button', { name: t('staff-nights:cancel') });
  expect(await cancel.getAttribute('aria-disabled')).toBe('true');
  await again.press('Enter');
  await dialog.getByText(t('staff-nights:cancel_paid', { paid: '2', unpaid: '0' })).waitFor();
  await dialog.getByText(t('staff-nights:cancel_reason_hint')).waitFor();
  await dialog.getByLabel(t('staff-nights:cancel_refund')).uncheck();
  await dialog.getByText(t('staff-nights:cancel_told_nobody')).waitFor();
  expect(await dialog.getByText(t('staff-nights:cancel_reason_hint')).count()).toBe(0);
  await cancel.press('Enter');
  await page.getByText(t('staff-nights:cancelled'), { exact: true }).waitFor();
  expect(await noticesOf(app)).toEqual([]);
});

test(
  'copies are proposed for the next free evenings, made once by a double click, and taken back; a draft is deleted after a question',
  rare,
  async () => {
    const app = await startTestSite();
    await createEvent(app.ctx, {
      ...FRIDAY,
      startsAt: addDays(FRIDAY.startsAt, -21),
      endsAt: addDays(FRIDAY.endsAt, -21),
      nameLat: 'Old',
    });
    for (const day of [-14, -7])
      await createEvent(app.ctx, { startsAt: addDays(FRIDAY.startsAt, day), endsAt: addDays(FRIDAY.endsAt, day) });
    const { page, t } = await openConsole(app, { allowed: CONFLICT });
    await page.goto(`/staff/nights?show=past`);
    await page.getByRole('button', { name: t('staff-nights:copy_of', { name: 'Old' }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Friday, December 4, 2026').waitFor();
    await dialog.getByLabel(t('staff-nights:copies.count')).selectOption('2');
    await dialog.getByLabel('Friday, December 11, 2026').waitFor();
    const another = dialog.getByRole('group', { name: t('staff-nights:copies.another') });
    for (const [part, text] of Object.entries({ day: '27', month: '11', year: '2026' }))
      await another.getByLabel(t(`common:date.${part}`)).fill(text);
    await dialog.getByText(/The evening is taken: Night, Friday, November 27/).waitFor();
    await another.getByLabel(t('common:date.year')).fill('');
    await expectNoViolations(page, 'the copies');
    expect(await dialog.getByRole('button', { name: t('staff-nights:copies.go_other', { count: '2' }) }).isDisabled()).toBe(true);
    for (const part of ['day', 'month']) await another.getByLabel(t(`common:date.${part}`)).fill('');
    await dialog.getByRole('button', { name: t('staff-nights:copies.go_other', { count: '2' }) }).dblclick();
    await dialog.getByText(t('staff-nights:copies.made_other', { count: '2' })).waitFor();
    expect(await app.ctx.db.$count(events)).toBe(5);
    await dialog.getByRole('button', { name: t('staff-nights:copies.undo_other', { count: '2' }) }).press('Enter');
    await page.getByText(t('staff-nights:copies.undone_other', { count: '2' })).waitFor();
    expect(await app.ctx.db.$count(events)).toBe(3);

    await page.getByRole('button', { name: t('staff-nights:copy_of', { name: 'Old' }) }).click();
    await dialog.getByLabel('Friday, December 4, 2026').waitFor();
    await dialog.getByRole('button', { name: t('staff-nights:copies.go_one'), exact: true }).click();
    await dialog.getByRole('link', { name: 'Friday, December 4, 2026' }).click();
    await page.waitForURL(/nights\/\d+$/);

    const before = await app.ctx.db.$count(events);
    await page.getByRole('button', { name: t('staff-nights:delete.open'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByText(t('staff-nights:delete.text', { name: 'Old' }))
      .waitFor();
    await page.getByRole('button', { name: t('staff-nights:delete.submit') }).press('Enter');
    await page.getByText(t('staff-nights:delete.done')).waitFor();
    await page.waitForURL(/show=drafts/);
    expect(await app.ctx.db.$count(events)).toBe(before - 1);
  },
);

test('on the smallest phone the title of a question breaks no Georgian word', rare, async () => {
  const app = await startTestSite();
  const { staff } = await openSoldEvent(app);
  const { id } = await staff.create({ body: eventFields() });
  const { page, t } = await openConsole(app, { language: 'ka', width: 320, allowed: CONFLICT });
  await page.goto(`/staff/nights/${id}`);
  await page.getByRole('button', { name: t('staff-nights:publish'), exact: true }).click();
  const title = page.getByRole('dialog').getByRole('heading', { name: t('staff-nights:confirm.title.publish') });
  const linesOfEachWord = await title.evaluate((heading) => {
    const text = heading.firstChild;
    return [...(text?.textContent ?? '').matchAll(/\S+/g)].map(({ 0: word, index }) => {
      const range = document.createRange();
      if (text) range.setStart(text, index);
      if (text) range.setEnd(text, index + word.length);
      return range.getClientRects().length;
    });
  });
  expect(linesOfEachWord).toEqual([1, 1, 1]);
});

for (const [language, width] of views)
  test(`every question about a night is accessible and fits (${language}, ${width} px)`, rare, async () => {
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
    await page.goto(`/staff/nights/${draft.id}`);
    await button(t('staff-nights:publish')).click();
    await look('publish');
    await button(t('staff-nights:delete.open')).click();
    await look('delete');
    await page.goto(`/staff/nights/${id}`);
    await page.getByLabel(t('staff-nights:field.until'), { exact: true }).fill('6');
    await button(t('staff-nights:save')).click();
    await look('move');
    await button(t('staff-nights:cancel')).click();
    await look('cancel');
  });

test('a draft is published later by itself, and that is called off', rare, async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { ...FRIDAY, state: 'draft', ticketTypes: [] });
  const { page, t } = await openConsole(app, { allowed: CONFLICT });
  await page.goto(`/staff/nights/${id}`);
  await page.getByRole('button', { name: t('staff-nights:plan.open') }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('common:date.day')).fill('23');
  await dialog.getByRole('button', { name: t('staff-nights:plan.submit'), exact: true }).click();
  await dialog.getByText(t('staff-nights:confirm.nothing_on_sale')).waitFor();
  await expectNoViolations(page, 'the plan');
  await dialog.getByRole('button', { name: t('staff-nights:plan.submit_anyway') }).click();
  await page.getByText(t('staff-nights:plan.planned', { date: 'Monday, November 23, 2026', time: '18:00' })).waitFor();
  await page.getByRole('button', { name: t('staff-nights:plan.call_off') }).press('Enter');
  await page.getByText(t('staff-nights:plan.called_off')).waitFor();
  expect(await app.ctx.db.$count(publishPlans)).toBe(0);
});
