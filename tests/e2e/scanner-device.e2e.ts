import { addGuestList } from '#tests/factories/guest-lists.ts';
import { foundIn, readableIn } from '#tests/factories/holder-data.ts';
import { expectNoViolations } from './axe.ts';
import { button } from './at-the-door.ts';
import { openConsole } from './console.ts';
import { openDoorOfPhones, showCode, storageOf, takePhone, verdict } from './door-phone.ts';
import { goOffline } from './network.ts';
import { looksForCode } from './scanner-device.steps.ts';
import { expect, test } from './test.ts';

const NEWS_MS = 5_000;

test('the same ticket comes in at two doors without a network: both learn of it, and so does Tonight', async () => {
  const { app, sell, makeScannerDevice } = await openDoorOfPhones();
  const ticket = await sell();
  const doors = await Promise.all(
    ['Main', 'Side'].map(async (name) => {
      const { path } = await makeScannerDevice(name);
      const phone = await takePhone(app);
      await phone.page.goto(path);
      await button(phone.page, phone.t('scanner-device:pair.start')).click();
      await looksForCode(phone.page, phone.t);
      await phone.page.locator('[data-link="live"]').waitFor();
      await phone.page.getByText('Nulovani').waitFor();
      // From then on the phone has the page offline.
      await phone.page.evaluate(async () => void (await navigator.serviceWorker.ready));
      return phone;
    }),
  );
  const [main, side] = doors;
  if (!main || !side) throw new Error('Two doors are needed.');
  for (const { page } of doors) await goOffline(page);
  for (const { page, t } of doors) {
    await showCode(page, ticket.code);
    await verdict(page, 'valid').waitFor();
    await page.getByText(t('scanner-device:by.phone'), { exact: true }).waitFor();
  }
  // Killed while it shows the verdict, and reopened offline.
  const context = main.page.context();
  await main.page.close();
  const again = await context.newPage();
  await again.goto('/door');
  await again.getByText(main.t('scanner-device:link.unsent', { count: '1' })).waitFor();

  for (const page of [again, side.page]) await goOffline(page, false);
  await button(side.page, side.t('scanner-device:verdict.scan_again')).click();
  for (const { page, t } of [{ page: again, t: main.t }, side]) {
    const card = page.getByRole('alert', { name: t('scanner-device:conflicts.titles.ticket_used') });
    await card.waitFor({ timeout: NEWS_MS });
    await expect(card).toContainText(/Main \d\d:\d\d:\d\d ± \d+ s/);
    await expect(card).toContainText(/Side \d\d:\d\d:\d\d ± \d+ s/);
    await card.getByRole('button').click();
    await card.waitFor({ state: 'detached' });
  }
  const { page, t } = await openConsole(app);
  await page.goto('/staff/tonight');
  await page.getByText(t('staff-tonight:conflicts.reasons.ticket_used')).waitFor();
});

test('a phone is paired with one tap, keeps 400 tickets and 50 names on a list, tells nothing of anybody, and forgets everything when it is unpaired', async () => {
  const { app, event, sellMany, makeScannerDevice } = await openDoorOfPhones();
  const holders = await sellMany(400);
  const listed = Array.from({ length: 50 }, (_, place) => ({ firstName: `Listed${place}`, lastName: `Surname${place}` }));
  await addGuestList(app.ctx, event.id, { name: 'Fifty friends', allocation: 60, entries: listed });
  const [scanned] = holders;
  if (!scanned) throw new Error('Nothing was sold.');
  const { path } = await makeScannerDevice('Main');
  const { page, t } = await takePhone(app);
  const kept = () => page.evaluate(async () => [(await caches.keys()).join(), (await navigator.serviceWorker.getRegistrations()).length]);

  await page.goto(path);
  await button(page, t('scanner-device:pair.start')).waitFor();
  expect(page.url()).toBe(`${app.url}/door`);
  expect(await kept()).toEqual(['', 0]);
  await button(page, t('scanner-device:pair.start')).click();
  await looksForCode(page, t);
  await expect.poll(kept).toEqual(['door-files-1', 1]);
  await expectNoViolations(page, 'the scanner');

  await showCode(page, scanned.ticket.code);
  await verdict(page, 'valid').waitFor();
  await page.getByText(`${scanned.firstName} ${scanned.lastName}`, { exact: true }).waitFor();
  await expectNoViolations(page, 'the verdict');
  await button(page, t('scanner-device:verdict.undo')).last().click();
  await page.getByText(t('scanner-device:verdict.undone')).waitFor();
  await button(page, t('scanner-device:verdict.scan_again')).click();
  const storage = readableIn(await storageOf(page));
  expect(storage).toContain('door-files-1');
  expect(storage.split('"sealed"').length).toBeGreaterThan(holders.length);
  expect(foundIn(storage, holders)).toEqual([]);
  expect(storage).not.toMatch(/Listed|Surname|Fifty/);

  await goOffline(page);
  await page.goto('/door');
  await button(page, t('door:start')).click();
  await looksForCode(page, t);
  await button(page, t('scanner-device:tools.search')).click();
  await page.getByRole('textbox').fill('Sa');
  await page.keyboard.press('Enter');
  await page.getByText(t('scanner-device:search.offline')).waitFor();
  await page.keyboard.press('Escape');
  await goOffline(page, false);

  await button(page, t('scanner-device:tools.more')).click();
  await button(page, t('scanner-device:more.leave')).click();
  await button(page, t('scanner-device:leave.confirm')).click();
  await page
    .getByText(t('scanner-device:ended.title'))
    .or(page.getByText(t('scanner-device:unpaired.title')))
    .waitFor();
  await expect.poll(kept).toEqual(['', 0]);
});
