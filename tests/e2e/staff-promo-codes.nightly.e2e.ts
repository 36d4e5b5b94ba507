import { promoCodes } from '#server/sales/tables/promo-codes.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { expect, testInEachView } from './test.ts';

const EVENT = { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura' };

testInEachView('staff hide a ticket type, make codes for it, copy a link, end a code and open it again', async ({ language, width }) => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app, { language, width, allowed: /status of 422/ });
  const { id } = await createEvent(app.ctx, EVENT);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.goto(`/staff/events/${id}/tickets`);
  await page.getByText(t('staff-promo-codes:no_type')).waitFor();
  await press(t('staff:add_ticket_type'));
  await page.getByLabel(t('staff-events:field.name')).fill('მეგობრები');
  await page.getByLabel(t('staff-events:field.nameLat')).fill('Friends');
  await page.getByLabel(t('staff-orders:csv.price')).fill('25');
  await page.getByLabel(t('staff-ticket-types:allocation'), { exact: true }).fill('30');
  await page.getByLabel(t('staff-ticket-types:hidden')).check();
  await press(t('staff:save'));
  await page.getByText(t('staff-ticket-types:with_code'), { exact: true }).waitFor();

  await press(t('staff-promo-codes:add'));
  await page.getByLabel(t('staff-promo-codes:code'), { exact: true }).fill('a!');
  await press(t('staff-promo-codes:make'));
  await page.getByText(t('forms:validation.code_format')).waitFor();
  await expectNoViolations(page, 'new codes with an error');
  await page.getByLabel(t('staff-promo-codes:code'), { exact: true }).fill('Nulovani');
  await page.getByLabel(t('staff-promo-codes:owner')).fill('Nulovani');
  await page.getByLabel(t('staff-promo-codes:uses'), { exact: true }).fill('20');
  await press(t('staff-promo-codes:make'));
  await page.getByText(t('staff-promo-codes:made_one_code', { code: 'Nulovani' })).waitFor();
  await press(t('staff-promo-codes:add'));
  await page.getByLabel(t('staff-promo-codes:how_many'), { exact: true }).fill('3');
  await page.getByLabel(t('staff-promo-codes:uses'), { exact: true }).fill('1');
  await press(t('staff-promo-codes:make'));
  const made = (await page.getByLabel(t('staff-promo-codes:made_label')).inputValue()).split('\n');
  expect(made).toHaveLength(3);
  await press(t('staff:link.done'));

  await press(t('staff:do_with', { what: t('staff:link.copy'), name: 'Nulovani' }));
  await page.getByText(t('staff:copied')).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${app.url}/Events/${id}?code=Nulovani`);
  await press(t('staff:edit_of', { name: 'Nulovani' }));
  await page.getByLabel(t('staff-promo-codes:uses'), { exact: true }).fill('25');
  await press(t('staff:save'));
  await page.getByText(t('staff-promo-codes:used_of', { used: '0', uses: '25' })).waitFor();
  await press(t('staff:do_with', { what: t('staff:deactivate'), name: 'Nulovani' }));
  await page.getByText(t('staff:inactive'), { exact: true }).waitFor();
  await press(t('staff:undo'));
  await page.getByText(t('staff:inactive'), { exact: true }).waitFor({ state: 'detached' });
  await expectNoViolations(page, 'the codes of an event');
  expect(
    (await app.ctx.db.select({ uses: promoCodes.uses, endedAt: promoCodes.endedAt }).from(promoCodes).orderBy(promoCodes.id))[0],
  ).toEqual({
    uses: 25,
    endedAt: null,
  });
});
