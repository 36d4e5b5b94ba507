import { eq } from 'drizzle-orm';
import { ticketTypes } from '#server/content/content.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { typeParts } from './date-parts.ts';
import { sitDown, twoTicketTypes } from './staff-ticket-types.steps.ts';
import { expect, test } from './test.ts';

test('a ticket type is added with its errors shown at their fields, moved by the keyboard, and seen selling', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, twoTicketTypes);
  const { page, t, button, field } = await sitDown(app, id);
  await button('add').click();
  await field('name_en').fill('Late');
  await field('name_ka').fill('გვიანი');
  await field('price_gel').fill('60,5');
  await field('allocation').fill('many');
  await button('save').click();
  await page.getByText(t('forms:validation.allocation_format')).waitFor();
  await expect(field('allocation')).toBeFocused();
  await field('allocation').fill('25');
  const sale = page.getByRole('group', { name: t('staff-ticket-types:sale_from'), exact: true });
  const day = sale.getByRole('spinbutton').first();
  await typeParts(sale, '21');
  await button('save').click();
  await page.getByText(t('forms:validation.moment_format')).waitFor();
  await expect(day).toBeFocused();
  await typeParts(sale, '21112026');
  await typeParts(page.getByRole('group', { name: `${t('staff-ticket-types:sale_from')}: ${t('staff:time')}` }), '1830');
  await button('save').click();
  await page.getByRole('row', { name: /Late/ }).waitFor();
  const [late] = await app.ctx.db.select().from(ticketTypes).where(eq(ticketTypes.nameLat, 'Late'));
  expect(late).toMatchObject({ priceTetri: 6050, allocation: 25, onSaleFrom: new Date('2026-11-21T18:30:00+04:00') });

  const up = button('move_up', { name: 'Late' });
  await page.getByRole('row', { name: /Late/ }).focus();
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowRight');
  await expect(up).toBeFocused();
  for (let step = 0; step < 2; step += 1) {
    await page.keyboard.press('Enter');
    await page
      .getByRole('row')
      .nth(2 - step)
      .filter({ hasText: 'Late' })
      .waitFor();
    await expect.poll(() => up.evaluate((element) => element === document.activeElement)).toBe(true);
  }

  const guest = await createUser(app.ctx);
  await app.api(guest.accessToken).cart.addTicket({ eventId: id, quantity: 3 });
  await page.getByRole('row', { name: /Early/ }).getByRole('gridcell', { name: '3', exact: true }).waitFor();
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
  await field('reason').fill('plays tonight');
  await button('give_send').click();
  await page.getByText(t('forms:validation.invalid_email')).waitFor();
  await field('email').fill('lela@example.com');
  await button('give_send').click();
  await page.getByRole('row', { name: /Lela M/ }).waitFor();
  await button('revoke_of', { email: 'lela@example.com' }).click();
  await page.getByRole('dialog').getByLabel(t('staff-ticket-types:reason')).fill('cannot come');
  await button('revoke').click();
  await page.getByText(t('staff-ticket-types:revoked_because', { reason: 'cannot come' })).waitFor();
  expect((await app.ctx.db.select({ state: tickets.state }).from(tickets)).map(({ state }) => state)).toEqual(['refunded', 'refunded']);
});
