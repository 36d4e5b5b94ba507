import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { overflow } from './event-pages.ts';
import { followLink, newList } from './own-list.steps.ts';
import { expect, testInEachView } from './test.ts';

testInEachView('staff make a link to a list, which an artist opens without an account', async ({ language, width }) => {
  const { app, eventId } = await newList();
  const { page: desk, t } = await openConsole(app, { language, width });
  await desk.goto(`/staff/events/${eventId}/guest-lists`);
  await desk.getByRole('button', { name: t('staff:do_with', { what: t('staff-lists:link.open'), name: 'Nulovani' }), exact: true }).click();
  await desk.getByRole('button', { name: t('staff:link.make'), exact: true }).click();
  const url = await desk.getByLabel(t('staff:link.url'), { exact: true }).inputValue();
  await expectNoViolations(desk, 'the link of a list');
  const { page } = await followLink(app, url, { language, width });
  await page.getByText(t('lists:people', { people: '0', allocation: '4' })).waitFor();
  // The token is in no address that a browser stores or sends.
  await expect.poll(() => page.url()).toBe(`${app.url}/list`);
});

testInEachView('an artist adds a guest to the own list, once the fields have no errors any more', async ({ language, width }) => {
  const { app, id, staffLists } = await newList();
  const { page, t } = await followLink(app, (await staffLists.makeLink({ id })).url, { language, width });
  await page.getByRole('button', { name: t('lists:add'), exact: true }).click();
  await page.getByText(t('lists:first_name_missing')).waitFor();
  await page.getByLabel(t('lists:first_name')).fill('Salome');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Drift');
  await page.getByLabel(t('lists:company'), { exact: true }).selectOption('2');
  await page.getByLabel(t('lists:email')).fill('salome@');
  await page.keyboard.press('Enter');
  await page.getByText(t('lists:email_wrong')).waitFor();
  await page.getByLabel(t('lists:email')).fill('salome@example.ge');
  await page.getByRole('button', { name: t('lists:add'), exact: true }).click();
  await page.getByText(t('lists:people', { people: '3', allocation: '4' })).waitFor();
  await page.getByText(t('lists:ticket'), { exact: true }).waitFor();
  await expectNoViolations(page, 'the list of an artist');
  expect(await overflow(page)).toBe(0);
});
