import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { overflow } from './event-pages.ts';
import { translatorOf, visit } from './site.ts';
import { expect, onPhone, testInEachView } from './test.ts';

testInEachView('an artist writes the own list with a link, without an account, and staff see it', async ({ language, width }) => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura' });
  const desk = await openConsole(app, { language, width });
  const press = (name: string) => desk.page.getByRole('button', { name, exact: true }).click();
  await app
    .api(desk.admin.accessToken)
    .staffLists.add({ id, body: { name: 'Nulovani', allocation: 4, freeUntil: null, mailedTickets: 4 } });
  await desk.page.goto(`/staff/events/${id}/guest-lists`);
  await press(desk.t('staff-lists:link.of', { name: 'Nulovani' }));
  await press(desk.t('staff:link.make'));
  const url = await desk.page.getByLabel(desk.t('staff:link.url'), { exact: true }).inputValue();
  await expectNoViolations(desk.page, 'the link of a list');
  await press(desk.t('staff:link.done'));

  const t = await translatorOf(language);
  const ownWidth = width === onPhone.width ? 320 : width;
  const page = await visit({ origin: app.url, folder: '' }, { language, width: ownWidth, allowed: /status of (404|409)/ });
  await page.goto(new URL(url).pathname + new URL(url).hash);
  await page.getByText(t('lists:people', { people: '0', allocation: '4' })).waitFor();
  // The token is in no address that a browser stores or sends.
  await expect.poll(() => page.url()).toBe(`${app.url}/list`);
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

  await page.getByText(t('lists:several'), { exact: true }).click();
  await page.getByLabel(t('lists:names'), { exact: true }).fill('Nino 7\nLuka 8');
  await page.getByRole('button', { name: t('lists:add_several') }).click();
  await page.getByText(t('lists:unread', { lines: 'Nino 7, Luka 8' })).waitFor();
  await page.getByLabel(t('lists:names'), { exact: true }).fill('Luka Beridze\nNino Kobalia');
  await page.getByRole('button', { name: t('lists:add_several') }).click();
  await page.getByText(t('lists:refused.list_allocation', { allocation: '4', left: '1' })).waitFor();
  expect(await page.getByLabel(t('lists:names'), { exact: true }).inputValue()).toContain('Nino Kobalia');

  await page.reload();
  await page.getByText('Salome Drift').waitFor();
  expect(await overflow(page)).toBe(0);
  await page.getByRole('button', { name: t('lists:remove_of', { name: 'Salome Drift' }) }).click();
  await page.getByText(t('lists:nobody')).waitFor();
  await page.getByRole('button', { name: t('lists:undo') }).click();
  await page.getByRole('button', { name: t('lists:more_of', { name: 'Salome Drift' }) }).press('Enter');
  await page.getByText(t('lists:full')).waitFor();

  await desk.page.reload();
  await desk.page.getByText('Salome Drift').waitFor();
  await press(desk.t('staff-lists:link.of', { name: 'Nulovani' }));
  await press(desk.t('staff:link.end'));
  await desk.page.getByText(desk.t('staff-lists:link.ended', { name: 'Nulovani' })).waitFor();
  await page.reload();
  await page.getByText(t('errors:list_link_unknown')).waitFor();
  await page.getByRole('link', { name: t('lists:to_home') }).waitFor();
  expect(await page.getByRole('button', { name: t('common:try_again') }).count()).toBe(0);
  await expectNoViolations(page, 'a link of a list that is over');
  await page.goto('/about');
  await page.goto('/list');
  await page.getByText(t('lists:no_token')).waitFor();
});
