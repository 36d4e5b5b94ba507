import { expectNoViolations } from './axe.ts';
import { button } from './at-the-door.ts';
import { openDoorOfPhones, showCode, takePhone, verdict } from './door-phone.ts';
import { overflowing } from './layout.ts';
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
