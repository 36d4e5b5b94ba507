import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { expect, testInEachView } from './test.ts';

testInEachView('tickets that were paid at the register are noted with its receipt, once, and taken back', async ({ language, width }) => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx);
  const { page, admin, t } = await openConsole(app, { language, width, allowed: /status of 409/ });
  const desk = app.api(admin.accessToken).staffTicketTypes;
  await page.goto(`/staff/events/${id}/tickets`);
  const dialog = page.getByRole('dialog');
  const button = (key: 'give' | 'give_send' | 'revoke') => page.getByRole('button', { name: t(`staff-ticket-types:${key}`), exact: true });
  const field = (key: 'first_name' | 'last_name' | 'email' | 'how_many' | 'receipt') =>
    dialog.getByLabel(t(`staff-ticket-types:${key}`), { exact: true });

  await button('give').click();
  await dialog.getByLabel(t('staff-ticket-types:hows.gift')).press('ArrowRight');
  await expect(dialog.getByLabel(t('staff-ticket-types:hows.register'))).toBeChecked();
  await expect(dialog.getByLabel(t('staff:reason'), { exact: true })).toHaveCount(0);
  await dialog.getByText(t('staff-ticket-types:receipt_hint')).waitFor();
  for (const [key, text] of [
    ['first_name', 'Lela'],
    ['last_name', 'M'],
    ['email', 'lela@example.com'],
    ['how_many', '2'],
  ] as const)
    await field(key).fill(text);
  await button('give_send').click();
  await dialog.getByText(t('forms:validation.receipt_required')).waitFor();
  await expect(field('receipt')).toBeFocused();
  await expectNoViolations(page, `register ${language} ${width}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

  await desk.give({
    id,
    body: {
      firstName: 'Nino',
      lastName: 'B',
      email: 'nino@example.com',
      language,
      quantity: 1,
      ticketTypeId: null,
      reason: '',
      receipt: '122',
    },
  });
  await field('receipt').fill('122');
  await button('give_send').click();
  await dialog.getByText(t('forms:validation.receipt_used')).waitFor();
  await expect(field('receipt')).toBeFocused();
  await field('receipt').fill('123');
  await field('receipt').press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  const row = page.getByRole('row', { name: /Lela M/ });
  await row.getByText(t('staff-ticket-types:register', { receipt: '123' })).waitFor();
  const { items } = await desk.given({ id });
  expect(items).toMatchObject([{ guest: { firstName: 'Lela' }, quantity: 2, receipt: '123', reason: '' }, { receipt: '122' }]);

  await page.goto(`/staff/sales/orders/${items[0]?.id}`);
  await page.getByText(t('staff-orders:complimentary.register', { receipt: '123', name: 'Eka Lomidze' })).waitFor();
  await page.getByText(t('staff-audit:actions.complimentary_register')).waitFor();
  await page.getByRole('link', { name: t('staff-orders:complimentary.open') }).click();
  await row.getByRole('button', { name: t('staff:do_with', { what: t('staff-ticket-types:revoke'), name: 'lela@example.com' }) }).click();
  await dialog.getByText(t('staff-ticket-types:revoke_register', { receipt: '123' })).waitFor();
  await dialog.getByLabel(t('staff:reason'), { exact: true }).fill('ill');
  await button('revoke').click();
  await row.getByText(t('staff-ticket-types:revoked_because', { reason: 'ill' })).waitFor();
  expect((await desk.given({ id })).items).toMatchObject([{ valid: 0 }, { valid: 1 }]);
});
