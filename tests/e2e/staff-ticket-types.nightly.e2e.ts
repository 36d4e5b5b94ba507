import { ticketTypes } from '#server/content/content.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { sitDown, twoTicketTypes } from './staff-ticket-types.steps.ts';
import { expect, test, testInEachView } from './test.ts';

testInEachView('ticket types are dragged into another order by mouse, or moved by their arrows', async ({ language, width }) => {
  const app = await startTestSite();
  const three = [...twoTicketTypes.ticketTypes, { name: 'კარი', nameLat: 'Door', allocation: 20 }];
  const { id } = await createEvent(app.ctx, { ticketTypes: three });
  const { page, t, button, api } = await sitDown(app, id, { language, width });
  const [early, , door] = three.map(({ name, nameLat }) => (language === 'ka' ? name : nameLat));
  await button('order').click();
  const rows = page.getByRole('dialog').getByRole('row');
  if (width === 390) {
    const down = page.getByRole('button', { name: t('staff:order.down', { name: early ?? '' }), exact: true });
    for (let step = 0; step < 2; step += 1) await down.click();
  } else {
    const row = (name = '') => rows.filter({ hasText: name });
    await row(early).dragTo(row(door), { sourcePosition: { x: 10, y: 20 }, targetPosition: { x: 10, y: 50 } });
  }
  await rows
    .nth(2)
    .filter({ hasText: early ?? '' })
    .waitFor();
  await button('staff:save').click();
  await expect.poll(async () => (await api.list({ id })).ticketTypes.map(({ nameLat }) => nameLat)).toEqual(['Regular', 'Door', 'Early']);
});

test('an allocation that is too small is marked at its field, and typed text survives a reload', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { ticketTypes: [{ name: 'ადრეული', nameLat: 'Early', allocation: 50 }] });
  const guest = await createUser(app.ctx);
  for (let place = 0; place < 3; place += 1) await createTicket(app.ctx, { userId: guest.id, eventId: id });
  const { page, t, button, field, api } = await sitDown(app, id);
  await button('staff:edit_of', { name: 'Early' }).click();
  await field('allocation').fill('2');
  await button('staff:save').click();
  await page.getByText(t('forms:validation.allocation_sold')).waitFor();
  expect(await field('allocation').getAttribute('aria-invalid')).toBe('true');
  await field('allocation').fill('30');
  await page.reload();
  await button('staff:edit_of', { name: 'Early' }).click();
  await page.getByText(t('forms:unsaved')).waitFor();
  expect(await field('allocation').inputValue()).toBe('30');
  await button('staff:save').click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect((await api.list({ id })).ticketTypes).toMatchObject([{ allocation: 30, sold: 3, free: 27 }]);
});

test('the slower editor sees the present values, and overwrites them only on request', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, twoTicketTypes);
  const { page, t, button, field, api } = await sitDown(app, id);
  await button('staff:edit_of', { name: 'Early' }).click();
  await field('staff-orders:csv.price').fill('70');
  const [early] = (await api.list({ id })).ticketTypes;
  if (!early) throw new Error('There is no ticket type.');
  const { name, nameLat, allocation, onSaleFrom, onSaleUntil } = early;
  await api.change({ id: early.id, body: { name, nameLat, allocation, onSaleFrom, onSaleUntil, price: 55, version: 0 } });
  await button('staff:save').click();
  await page.getByRole('alert').filter({ hasText: '55,00' }).waitFor();
  expect((await api.list({ id })).ticketTypes[0]?.price).toBe(55);
  await page.getByRole('button', { name: t('staff:overwrite'), exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect((await api.list({ id })).ticketTypes[0]?.price).toBe(70);
});

test('a complimentary ticket whose answer was lost is given once, whatever is pressed afterwards', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, twoTicketTypes);
  const { page, t, button, field } = await sitDown(app, id, { allowed: /409|ERR_FAILED/ });
  const loseAnswer = () =>
    page.route(
      `**/api/staff/nights/${id}/complimentary`,
      async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  await button('give').click();
  for (const [name, text] of Object.entries({ first_name: 'Lela', last_name: 'M', email: 'lela@example.com', 'staff:reason': 'plays' }))
    await field(name).fill(text);
  await loseAnswer();
  await button('give_send').dblclick();
  await page.getByText(t('errors:network')).waitFor();
  await page.reload();
  await button('give').click();
  await field('staff:reason').fill('plays tonight');
  await button('give_send').click();
  await page.getByText(t('staff-ticket-types:issued_before')).waitFor();
  expect(await app.ctx.db.select({ id: tickets.id }).from(tickets)).toHaveLength(1);
});

testInEachView('ticket types have no accessibility faults and never scroll sideways', async ({ language, width }) => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, twoTicketTypes);
  const { page, button } = await sitDown(app, id, { language, width });
  await page.getByRole('row').nth(2).waitFor();
  await expectNoViolations(page, `ticket types ${language} ${width}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  for (const dialog of ['staff:add_ticket_type', 'give']) {
    await button(dialog).click();
    await page.getByRole('dialog').waitFor();
    await expectNoViolations(page, `${dialog} ${language} ${width}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
});

test('a price of a thousand lari or more is saved by the second press, and a changed one is questioned again', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { ticketTypes: [] });
  const { page, button, field } = await sitDown(app, id);
  await button('staff:add_ticket_type').click();
  await field('staff-events:field.nameLat').fill('Table');
  await field('staff-events:field.name').fill('მაგიდა');
  await field('staff-orders:csv.price').fill('1000');
  await field('allocation').fill('5');
  await button('staff:save').click();
  await page.getByText('1000,00').waitFor();
  await field('staff-orders:csv.price').fill('6000');
  await button('staff:save').click();
  await page.getByText('6000,00').waitFor();
  expect(await app.ctx.db.$count(ticketTypes)).toBe(0);
  await expectNoViolations(page, 'a high price');
  await button('save_high').press('Enter');
  await page.getByRole('row', { name: /Table/ }).waitFor();
  expect(await app.ctx.db.select().from(ticketTypes)).toMatchObject([{ priceTetri: 600_000 }]);
});

test('tickets are given to a named guest and taken back', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, twoTicketTypes);
  const { page, t, button, field } = await sitDown(app, id);
  await button('give').click();
  await field('first_name').fill('Lela');
  await field('last_name').fill('M');
  await field('email').fill('lela@');
  await field('how_many').fill('2');
  await field('staff:reason').fill('plays tonight');
  await button('give_send').click();
  await page.getByText(t('forms:validation.invalid_email')).waitFor();
  await field('email').fill('lela@example.com');
  await button('give_send').click();
  await page.getByRole('row', { name: /Lela M/ }).waitFor();
  await button('staff:do_with', { what: t('staff-ticket-types:revoke'), name: 'lela@example.com' }).click();
  await page.getByRole('dialog').getByLabel(t('staff:reason')).fill('cannot come');
  await button('revoke').click();
  await page.getByText(t('staff-ticket-types:revoked_because', { reason: 'cannot come' })).waitFor();
  expect((await app.ctx.db.select({ state: tickets.state }).from(tickets)).map(({ state }) => state)).toEqual(['refunded', 'refunded']);
});

test('places that a guest reserves are seen without a reload', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, twoTicketTypes);
  const { page } = await sitDown(app, id);
  const early = page.getByRole('row', { name: /Early/ });
  await early.waitFor();
  const guest = await createUser(app.ctx);
  await app.api(guest.accessToken).cart.addTicket({ eventId: id, quantity: 3 });
  await early.getByRole('cell', { name: '3', exact: true }).waitFor();
});
