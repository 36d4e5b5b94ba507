import { auditEntries } from '#server/platform/platform.table.ts';
import { openConsole } from './console.ts';
import { expectSound } from './invitations.ts';
import { controlsOf, openEvent, REFUSAL } from './staff-guest-lists.steps.ts';
import { expect, testInEachView } from './test.ts';

testInEachView('a list is made, filled from text with a bad line, mended, and ended', async ({ language, width }) => {
  const { app, id } = await openEvent();
  const { page, t } = await openConsole(app, { language, width, allowed: REFUSAL });
  const { textOf, button, field, row, said } = controlsOf(page, t);
  const name = language === 'ka' ? 'დიჯეის სია' : 'Friends of the DJ';
  await page.goto(`/staff/events/${id}`);
  await page.getByRole('tab', { name: t('staff-nights:tabs.lists'), exact: true }).click();
  await said('none').waitFor();
  await expectSound(page, 'no list');

  await button('add').click();
  await field('name').fill(name);
  await field('allocation').fill('many');
  await field('hour').fill('25:00');
  await button('save').click();
  await page.getByText(t('forms:validation.list_allocation_format')).waitFor();
  await page.getByText(t('forms:validation.time_format')).waitFor();
  await expect(field('allocation')).toBeFocused();
  await expectSound(page, 'a list with errors');
  await field('allocation').fill('6');
  await field('hour').fill('1');
  await field('hour').press('Enter');
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await said('came', { arrived: '0', allocation: '6' }).waitFor();
  await said('until', { time: '01:00' }).waitFor();

  await button('names.add_to', { name }).click();
  const names = field('names.label');
  await names.fill('ლელა 7');
  await said('names.found_other', { count: '0' }).waitFor();
  await button('names.submit').click();
  const error = page.getByText(textOf('names.unread_one', { lines: '1 (ლელა 7)' }));
  await error.waitFor();
  await expect(names).toBeFocused();
  await expectSound(page, 'a line that cannot be read');
  await names.fill('ნინო ბერიძე +2\n\nლელა მ. +4\n  Giorgi   Maisuradze  + 1');
  await error.waitFor({ state: 'hidden' });
  await button('names.submit').click();
  await page
    .getByRole('alert')
    .filter({ hasText: t('staff-errors:list_allocation', { allocation: '6', left: '6' }) })
    .waitFor();
  await expectSound(page, 'more people than the allocation');
  await names.fill('ნინო ბერიძე +2\nNino Beridze\nGiorgi Maisuradze');
  await button('names.submit').click();
  await row('Giorgi Maisuradze').waitFor();
  await expect(page.getByText(textOf('entry.duplicate'))).toHaveCount(2);
  await said('people_other', { count: '5' }).waitFor();
  await expectSound(page, 'a list with names');

  await button('entry.change_of', { name: 'Giorgi Maisuradze' }).click();
  await field('entry.field').fill('4');
  await field('entry.field').press('Enter');
  await page
    .getByRole('alert')
    .filter({ hasText: t('staff-errors:list_allocation', { allocation: '6', left: '1' }) })
    .waitFor();
  await expectSound(page, 'more company than the allocation');
  await field('entry.field').fill('1');
  await button('save').click();
  await said('people_other', { count: '6' }).waitFor();

  await button('entry.remove_of', { name: 'Nino Beridze' }).press('Enter');
  await page.getByText(textOf('entry.removed', { name: 'Nino Beridze' })).waitFor();
  await expect(row('Nino Beridze')).toHaveCount(0);
  await expect(page.getByRole('heading', { name, exact: true })).toBeFocused();
  await button('undo').click();
  await row('Nino Beridze').waitFor();

  await button('end_of', { name }).click();
  await expectSound(page, 'the question before a list ends');
  await button('end_submit').click();
  await said('ended').waitFor();
  await expectSound(page, 'a list that has ended');
  await button('reopen_of', { name }).click();
  await said('ended').waitFor({ state: 'hidden' });
  const actions = await app.ctx.db.select({ action: auditEntries.action }).from(auditEntries).orderBy(auditEntries.id);
  expect(actions.map(({ action }) => action)).toEqual([
    'list.add',
    'list.names',
    'list.plus_ones',
    'list.remove_name',
    'list.bring_back',
    'list.end',
    'list.reopen',
  ]);
});
