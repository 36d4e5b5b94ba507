import { newLinkedList } from '#tests/factories/staff-lists.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { overflow } from './event-pages.ts';
import { newList, openOwnList } from './own-list.steps.ts';
import { translatorOf, visit } from './site.ts';
import { expect, test, testInEachView } from './test.ts';

test('after its hour a list takes no names, and says until when it did', async () => {
  const app = await startTestSite();
  app.clock.set(new Date('2027-03-06T00:30:00+04:00'));
  const staff = app.api((await createAdmin(app.ctx)).accessToken);
  const { token } = await newLinkedList(app, staff, { freeUntil: '2027-03-06T01:00:00+04:00' });
  app.clock.advanceMinutes(40);
  const t = await translatorOf('en');
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390 });
  await page.goto(`/list#${token}`);
  await page.getByText(t('lists:closed.late', { time: '01:00' })).waitFor();
  await page.getByText('Nino Beridze').waitFor();
  expect(await page.getByRole('button', { name: t('lists:add'), exact: true }).count()).toBe(0);
});

testInEachView(
  'several names at once are refused with the lines that nobody can read, and with the places left',
  async ({ language, width }) => {
    const { page, t } = await openOwnList({ language, width }, { firstName: 'Salome', lastName: 'Drift', plusOnes: 2 });
    const names = page.getByLabel(t('lists:names'), { exact: true });
    const add = page.getByRole('button', { name: t('lists:add_several') });
    await page.getByText(t('lists:several'), { exact: true }).click();
    await names.fill('Nino 7\nLuka 8');
    await add.click();
    await page.getByText(t('lists:unread', { lines: 'Nino 7, Luka 8' })).waitFor();
    await names.fill('Luka Beridze\nNino Kobalia');
    await add.click();
    await page.getByText(t('lists:refused.list_allocation', { allocation: '4', left: '1' })).waitFor();
    expect(await names.inputValue()).toContain('Nino Kobalia');
  },
);

testInEachView(
  'an artist takes a guest off the own list, back again by Undo, and adds company until it is full',
  async ({ language, width }) => {
    const { page, t } = await openOwnList({ language, width }, { firstName: 'Salome', lastName: 'Drift', plusOnes: 2 });
    await page.reload();
    await page.getByText('Salome Drift').waitFor();
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: t('lists:remove_of', { name: 'Salome Drift' }) }).click();
    await page.getByText(t('lists:nobody')).waitFor();
    await page.getByRole('button', { name: t('lists:undo') }).click();
    await page.getByRole('button', { name: t('lists:more_of', { name: 'Salome Drift' }) }).press('Enter');
    await page.getByText(t('lists:full')).waitFor();
  },
);

testInEachView(
  'a link that staff ended opens nothing and offers no second try; one without its token says so',
  async ({ language, width }) => {
    const { page, t, endLink } = await openOwnList({ language, width }, { firstName: 'Salome', lastName: 'Drift', plusOnes: 2 });
    await page.getByText('Salome Drift').waitFor();
    await endLink();
    await page.reload();
    await page.getByText(t('errors:list_link_unknown')).waitFor();
    await page.getByRole('link', { name: t('lists:to_home') }).waitFor();
    expect(await page.getByRole('button', { name: t('common:try_again') }).count()).toBe(0);
    await expectNoViolations(page, 'a link of a list that is over');
    await page.goto('/about');
    await page.goto('/list');
    await page.getByText(t('lists:no_token')).waitFor();
  },
);

test('staff end the link of a list', async () => {
  const { app, eventId, id, staffLists } = await newList();
  await staffLists.makeLink({ id });
  const { page, t } = await openConsole(app);
  await page.goto(`/staff/events/${eventId}/guest-lists`);
  await page.getByRole('button', { name: t('staff:do_with', { what: t('staff-lists:link.open'), name: 'Nulovani' }), exact: true }).click();
  await page.getByRole('button', { name: t('staff:link.end'), exact: true }).click();
  await page.getByText(t('staff-lists:link.ended', { name: 'Nulovani' })).waitFor();
});
