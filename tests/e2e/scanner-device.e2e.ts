import { addGuestList } from '#tests/factories/guest-lists.ts';
import { foundIn, readableIn } from '#tests/factories/holder-data.ts';
import { expectNoViolations } from './axe.ts';
import { button } from './at-the-door.ts';
import { openConsole } from './console.ts';
import { openDoorOfPhones, openPairedPhone, showCode, storageOf, takePhone, verdict } from './door-phone.ts';
import { goOffline } from './network.ts';
import { looksForCode, storedFiles } from './scanner-device.steps.ts';
import { expect, test } from './test.ts';

const NEWS_MS = 5_000;

test('the same ticket comes in at two doors without a network: both learn of it, and so does Tonight', async () => {
  const door = await openDoorOfPhones();
  const ticket = await door.sell();
  const phones = await Promise.all(['Main', 'Side'].map((name) => openPairedPhone(door, name)));
  // Its event is in the offline manifest.
  for (const { page } of phones) await page.getByText('Nulovani').waitFor();
  for (const { page } of phones) await goOffline(page);
  for (const { page, t } of phones) {
    await showCode(page, ticket.code);
    await verdict(page, 'valid').waitFor();
    await page.getByText(t('scanner-device:by.phone'), { exact: true }).waitFor();
  }
  for (const { page } of phones) await goOffline(page, false);
  for (const { page, t } of phones) {
    await button(page, t('scanner-device:verdict.scan_again')).click();
    const card = page.getByRole('alert', { name: t('scanner-device:conflicts.titles.ticket_used') });
    await card.waitFor({ timeout: NEWS_MS });
    await expect(card).toContainText(/Main \d\d:\d\d:\d\d ± \d+ s/);
    await expect(card).toContainText(/Side \d\d:\d\d:\d\d ± \d+ s/);
    await card.getByRole('button').click();
    await card.waitFor({ state: 'detached' });
  }
  const { page, t } = await openConsole(door.app);
  await page.goto('/staff/tonight');
  await page.getByText(t('staff-tonight:conflicts.double')).waitFor();
});

test('a phone stores nothing before it is paired, and forgets everything when it is unpaired', async () => {
  const { app, makeScannerDevice, sell } = await openDoorOfPhones();
  await sell();
  const { path } = await makeScannerDevice('Main');
  const { page, t } = await takePhone(app);
  await page.goto(path);
  await button(page, t('scanner-device:pair.start')).waitFor();
  expect(page.url()).toBe(`${app.url}/door`);
  expect(await storedFiles(page)).toEqual(['', 0]);
  await button(page, t('scanner-device:pair.start')).click();
  await looksForCode(page, t);
  await page.locator('[data-link="live"]').waitFor();
  await expect.poll(() => storedFiles(page)).toEqual(['door-files-1', 1]);
  await expect.poll(() => storageOf(page)).toContain('"sealed"');
  await expectNoViolations(page, 'the scanner');
  await button(page, t('scanner-device:tools.more')).click();
  await button(page, t('scanner-device:more.leave')).click();
  await button(page, t('scanner-device:leave.confirm')).click();
  await page
    .getByText(t('scanner-device:ended.title'))
    .or(page.getByText(t('scanner-device:unpaired.title')))
    .waitFor();
  await expect.poll(() => storedFiles(page)).toEqual(['', 0]);
  expect(await storageOf(page)).not.toContain('"sealed"');
});

test('a phone that has 400 tickets and 50 names on a list tells nothing of anybody, also after a scan', async () => {
  const door = await openDoorOfPhones();
  const holders = await door.sellMany(400);
  const listed = Array.from({ length: 50 }, (_, place) => ({ firstName: `Listed${place}`, lastName: `Surname${place}` }));
  await addGuestList(door.app.ctx, door.event.id, { name: 'Fifty friends', allocation: 60, entries: listed });
  const [scanned] = holders;
  if (!scanned) throw new Error('Nothing was sold.');
  const { page, t } = await openPairedPhone(door, 'Main');
  await showCode(page, scanned.ticket.code);
  await verdict(page, 'valid').waitFor();
  await page.getByText(`${scanned.firstName} ${scanned.lastName}`, { exact: true }).waitFor();
  await expectNoViolations(page, 'the verdict');
  await button(page, t('scanner-device:verdict.scan_again')).click();
  const storage = readableIn(await storageOf(page));
  expect(storage).toContain('door-files-1');
  expect(storage.split('"sealed"').length).toBeGreaterThan(holders.length);
  expect(foundIn(storage, holders)).toEqual([]);
  expect(storage).not.toMatch(/Listed|Surname|Fifty/);
});
