import { openConsole } from './console.ts';
import { expectSound } from './invitations.ts';
import { controlsOf, openEvent, openList, REFUSAL } from './staff-guest-lists.steps.ts';
import { expect, test, testInEachView } from './test.ts';

testInEachView('a guest list is made once its form has no errors any more', async ({ language, width }) => {
  const { app, id } = await openEvent();
  const { page, t } = await openConsole(app, { language, width, allowed: REFUSAL });
  const { button, field, said } = controlsOf(page, t);
  const name = language === 'ka' ? 'დიჯეის სია' : 'Friends of the DJ';
  await page.goto(`/staff/events/${id}`);
  await page.getByRole('tab', { name: t('staff-events:tabs.lists'), exact: true }).click();
  await said('none').waitFor();
  await expectSound(page, 'no list');

  await button('add').click();
  await field('name').fill(name);
  await field('allocation').fill('many');
  await field('hour').fill('25:00');
  await button('staff:save').click();
  await page.getByText(t('forms:validation.list_allocation_format')).waitFor();
  await page.getByText(t('forms:validation.time_format')).waitFor();
  await expect(field('allocation')).toBeFocused();
  await expectSound(page, 'a list with errors');
  await field('allocation').fill('6');
  await field('hour').fill('1');
  await field('hour').press('Enter');
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await said('staff:came_of', { arrived: '0', allocation: '6' }).waitFor();
  await said('until', { time: '01:00' }).waitFor();
});

testInEachView('names are added to a list from text, once its unreadable line is mended', async ({ language, width }) => {
  const { page, textOf, button, field, row, said } = await openList({ language, width });
  await button('staff:do_with', { what: textOf('names.add'), name: 'Nulovani' }).click();
  const names = field('names.label');
  await names.fill('ლელა 7');
  await said('names.found', { count: '0' }).waitFor();
  await button('names.submit').click();
  const error = page.getByText(textOf('names.unread', { lines: '1 (ლელა 7)' }));
  await error.waitFor();
  await expect(names).toBeFocused();
  await expectSound(page, 'a line that cannot be read');
  await names.fill('ნინო ბერიძე\n\n  Giorgi   Maisuradze  + 1');
  await error.waitFor({ state: 'hidden' });
  await button('names.submit').click();
  await row('Giorgi Maisuradze').waitFor();
  await expect(page.getByText(textOf('entry.duplicate'))).toHaveCount(2);
  await said('people', { count: '6' }).waitFor();
  await expectSound(page, 'a list with names');
});

test('a name that is taken off a list is gone, and the focus stays in the event', async () => {
  const { page, textOf, button, row } = await openList();
  await button('staff:do_with', { what: textOf('entry.remove'), name: 'Nino Beridze' }).press('Enter');
  await expect(row('Nino Beridze')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Nulovani', exact: true })).toBeFocused();
});

test('a name that was taken off a list comes back by Undo', async () => {
  const { page, textOf, button, row } = await openList();
  await button('staff:do_with', { what: textOf('entry.remove'), name: 'Nino Beridze' }).press('Enter');
  await page.getByText(textOf('entry.removed', { name: 'Nino Beridze' })).waitFor();
  await button('staff:undo').click();
  await row('Nino Beridze').waitFor();
});
