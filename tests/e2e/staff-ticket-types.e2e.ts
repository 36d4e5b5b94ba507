import { eq } from 'drizzle-orm';
import { ticketTypes } from '#server/content/content.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { typeParts } from './date-parts.ts';
import { tabTo } from './keyboard.ts';
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
  await tabTo(page, up);
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
  await page.getByRole('row', { name: /Early/ }).getByRole('cell', { name: '3', exact: true }).waitFor();
});
