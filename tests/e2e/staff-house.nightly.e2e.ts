import { loadTexts } from '#server/content/site-texts/shown-site.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { chooseOption, openConsole } from './console.ts';
import { visit } from './site.ts';
import { expect, test, testInEachView } from './test.ts';

/** Does what NOTIFY does in every process (server/two-processes.nightly.ts). */
async function show(app: TestApp): Promise<void> {
  await loadTexts(app.ctx);
  app.dropCaches();
}

const save = { name: 'Save', exact: true };

test('staff name a third stage; lists pasted under its name and the page of the night follow', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { startsAt: new Date('2026-12-04T23:00:00+04:00') });
  const { page } = await openConsole(app, { language: 'en', width: 1440 });
  await page.goto('/staff/settings/club/house');
  const name = page.getByLabel('Stage 3: name (English)', { exact: true });
  expect(await name.count()).toBe(0);
  await chooseOption(page, 'Number of stages', '3');
  await name.fill('The Vault');
  // The preview shows the page's own component with the typed text.
  const preview = page.getByRole('region', { name: 'As guests see it' });
  await expect.poll(() => preview.innerText()).toContain('THE VAULT');
  await page.getByLabel('Capacity', { exact: true }).fill('650');
  await expect.poll(() => preview.innerText()).toContain('Up to 650 guests');
  await page.getByRole('button', save).click();
  await page.getByText('Saved. It’s on the site.').waitFor();
  await show(app);

  await page.goto(`/staff/events/${id}/line-up`);
  await page.getByRole('button', { name: 'Paste line-up' }).click();
  await page.getByRole('textbox', { name: 'Line-up', exact: true }).fill('MAIN STAGE\n23:00 Lela M.\nTHE VAULT:\n01:00 OBERTON *');
  await page.getByRole('button', { name: 'Replace line-up (acts: 2)' }).click();
  const block = page.getByRole('button', { name: 'The Vault, 01:00, OBERTON' });
  await block.press('ArrowUp');
  await page.getByRole('button', { name: 'Space Stage, 01:00, OBERTON' }).press('ArrowDown');
  await block.press('ArrowDown');
  await page.getByRole('button', save).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  const visitor = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390 });
  await visitor.goto(`/Events/${id}`);
  await visitor.getByRole('heading', { name: 'The Vault' }).waitFor();
});

test('a new night begins with what staff keep ready; what it does not need is left out, and stays so over a reload', async () => {
  const app = await startTestSite();
  const { page } = await openConsole(app, { language: 'en', width: 1440, allowed: /status of 422/ });
  await page.goto('/staff/settings/club/events');
  await page.getByLabel('New events: verified guests only', { exact: true }).check();
  await page.getByLabel('Tickets per person', { exact: true }).fill('2');
  for (const [english, georgian, price] of [
    ['Early', 'ადრეული', '25,50'],
    ['Later', 'შემდეგი', 'cheap'],
  ] as const) {
    await page.getByRole('button', { name: 'Add ticket type' }).click();
    const row = page.getByRole('group', { name: /^Ticket type \d/ }).last();
    await row.getByLabel('Ticket in English', { exact: true }).fill(english);
    await row.getByLabel('Ticket in Georgian', { exact: true }).fill(georgian);
    await row.getByLabel('Price, GEL').fill(price);
    await row.getByLabel('Allocation').fill('100');
  }
  await page.getByRole('button', save).click();
  const problem = page.getByRole('alert').getByRole('link');
  await problem.press('Enter');
  const wrong = page.getByRole('group', { name: 'Ticket type 2' }).getByLabel('Price, GEL');
  await expect.poll(() => wrong.evaluate((box) => box === document.activeElement)).toBe(true);
  await wrong.fill('40');
  await page.getByRole('button', save).click();
  await page.getByText('Saved. It’s on the site.').waitFor();
  await show(app);

  await page.goto('/staff/events/new');
  await page.getByLabel('Name in Georgian', { exact: true }).fill('ღამე');
  await page.getByLabel('Name in English', { exact: true }).fill('Night');
  expect(await page.getByLabel('Tickets per person', { exact: true }).inputValue()).toBe('2');
  await page.getByRole('button', { name: 'Remove: Later' }).click();
  await page.reload();
  await page.getByText('Not saved yet').waitFor();
  expect(await page.getByLabel('Price, GEL').inputValue()).toBe('25.50');
  expect(await page.getByLabel('Names on tickets').first().textContent()).toContain('Verified guests only');
  await page.getByRole('button', { name: 'Put on sale', exact: true }).click();
  await page.getByText('Published.', { exact: true }).waitFor();
  const admin = await createAdmin(app.ctx);
  const [event] = (await app.api(admin.accessToken).staffEvents.list({ show: 'upcoming' })).items;
  const { ticketTypes } = await app.api(admin.accessToken).staffTicketTypes.list({ id: event?.id ?? 0 });
  expect(ticketTypes.map(({ nameLat, price, allocation }) => [nameLat, price, allocation])).toEqual([['Early', 25.5, 100]]);
  expect((await app.api().events.get({ id: event?.id ?? 0 })).isVerifiedOnly).toBe(true);
});

test('every setting has its history, in words, and the way back', async () => {
  const app = await startTestSite();
  const { page, admin } = await openConsole(app, { language: 'en', width: 1440 });
  const write = (value: string, version: number) =>
    app.api(admin.accessToken).siteTexts.save({ body: { changes: [{ key: 'club:opening', language: 'all', value, version }] } });
  await write('sunday 20:00 02:00', 0);
  await write('monday tuesday wednesday 22:00 04:00', 1);
  await page.goto('/staff/settings/club');
  await page.getByRole('button', { name: 'History' }).click();
  const dialog = page.getByRole('dialog');
  await chooseOption(dialog, 'Text', 'Opening hours');
  await dialog.getByText('Monday – Wednesday 22:00–04:00').waitFor();
  await dialog.getByText('Sunday 20:00–02:00').waitFor();
  await dialog.getByRole('button', { name: 'Use version 1' }).click();
  expect(await page.getByLabel('Sunday').isChecked()).toBe(true);
  await page.getByRole('button', save).click();
  await page.getByText('Saved. It’s on the site.').waitFor();
  await page.getByText('Guests see: Sunday 20:00–02:00').waitFor();
});

testInEachView('room, new nights, statuses and home texts are accessible, wide and narrow', async ({ language, width }) => {
  const app = await startTestSite();
  const { page, admin } = await openConsole(app, { language, width });
  const value = 'Early|ადრეული|25|100\nLater|შემდეგი||50';
  await app.api(admin.accessToken).siteTexts.save({ body: { changes: [{ key: 'club:ticketTypes', language: 'all', value, version: 0 }] } });
  await show(app);
  for (const path of [
    'settings/club/house',
    'settings/club/events',
    'settings/club/statuses',
    'site/pages/home',
    'site/pages/terms',
    'events/new',
  ]) {
    await page.goto(`/staff/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('form').first().waitFor();
    await expectNoViolations(page, `${path} ${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
