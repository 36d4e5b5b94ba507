import { expectNoViolations } from './axe.ts';
import { button } from './at-the-door.ts';
import { openDoorOfPhones, openPairedPhone, showCode, takePhone, verdict } from './door-phone.ts';
import { overflowing } from './layout.ts';
import { goOffline } from './network.ts';
import { looksForCode } from './scanner-device.steps.ts';
import { expect, test } from './test.ts';

test('a revoked phone lets nobody in any more', async () => {
  const { app, staff, sell, makeScannerDevice } = await openDoorOfPhones();
  await sell();
  const { path, scannerDeviceId } = await makeScannerDevice('Side', ['scan']);
  const { page, t } = await takePhone(app, { language: 'ka', width: 320, height: 568 });
  await page.goto(path);
  await button(page, t('scanner-device:pair.start')).click();
  await looksForCode(page, t);
  await expectNoViolations(page, 'the scanner of a small phone');
  await staff.revoke({ id: scannerDeviceId });
  await page.getByText(t('scanner-device:ended.title')).waitFor();
  await expectNoViolations(page, 'the end of a scanner device');
});

for (const [language, status] of [
  ['ka', 'Check_Later'],
  ['en', 'Rejected'],
] as const)
  test(`a phone asks about a guest the club has doubts about, and says so loudly (${status}, ${language})`, async () => {
    const { app, sell, makeScannerDevice } = await openDoorOfPhones();
    const ticket = await sell({ status });
    const { path } = await makeScannerDevice('Main');
    const { page, t } = await takePhone(app, { language, width: 320, height: 568 });
    await page.goto(path);
    await button(page, t('scanner-device:pair.start')).click();
    await looksForCode(page, t);
    await showCode(page, ticket.code);
    await verdict(page, 'doubtful').waitFor();
    await expect(page.getByText(t('door:status_line', { status: t(`door:status.${status}`) }))).toBeInViewport();
    await expectNoViolations(page, 'a guest the club has doubts about');
    expect(await overflowing(page)).toEqual([]);
    await button(page, t('scanner-device:verdict.admit')).click();
    await verdict(page, 'valid').waitFor();
  });

test('a phone that is killed while it shows a verdict without a network still has the scan', async () => {
  const door = await openDoorOfPhones();
  const ticket = await door.sell();
  const { page, t } = await openPairedPhone(door, 'Main');
  await page.getByText('Nulovani').waitFor();
  // From then on the phone has the page offline.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await goOffline(page);
  await showCode(page, ticket.code);
  await verdict(page, 'valid').waitFor();
  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await again.goto('/door');
  await again.getByText(t('scanner-device:link.unsent', { count: '1' })).waitFor();
});

test('an admission is undone on its verdict', async () => {
  const door = await openDoorOfPhones();
  const ticket = await door.sell();
  const { page, t } = await openPairedPhone(door, 'Main');
  await showCode(page, ticket.code);
  await verdict(page, 'valid').waitFor();
  await button(page, t('scanner-device:verdict.undo')).last().click();
  await page.getByText(t('scanner-device:verdict.undone')).waitFor();
});

test('a phone that was opened without a network scans, and says that it finds nobody by name', async () => {
  const door = await openDoorOfPhones();
  const ticket = await door.sell();
  const { page, t } = await openPairedPhone(door, 'Main');
  await page.getByText('Nulovani').waitFor();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await goOffline(page);
  await page.goto('/door');
  await button(page, t('door:start')).click();
  await looksForCode(page, t);
  await showCode(page, ticket.code);
  await verdict(page, 'valid').waitFor();
  await button(page, t('scanner-device:verdict.scan_again')).click();
  await button(page, t('scanner-device:tools.search')).click();
  await page.getByRole('textbox').fill('Sa');
  await page.keyboard.press('Enter');
  await page.getByText(t('scanner-device:search.offline')).waitFor();
});
