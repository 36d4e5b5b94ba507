import { createDoorKey, publicKeyOf } from '#shared/door/sign-call.ts';
import { callSigned } from '#tests/factories/door-phone.ts';
import { openConsole } from './console.ts';
import { expectSound } from './invitations.ts';
import { openEvent } from './staff-doors.steps.ts';
import { expect, testInEachView } from './test.ts';

testInEachView(
  'a scanner device is created, a phone is paired, reports what it has not sent, and is revoked',
  async ({ language, width }) => {
    const app = await openEvent();
    const { page, t } = await openConsole(app, { language, width });
    const codes: string[] = [];
    page.on('response', async (response) => {
      if (response.request().method() === 'POST' && response.url().endsWith('/staff/scanner-devices'))
        codes.push((await response.json()).url);
    });
    const dialog = page.getByRole('dialog');
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto('/staff/tonight');
    await page.getByText(t('staff-doors:empty')).waitFor();
    await press(t('staff-doors:new'));
    const name = t('staff-doors:first_name');
    expect(await dialog.getByRole('textbox').inputValue()).toBe(name);
    const rights = dialog.getByRole('checkbox');
    expect(await rights.evaluateAll((boxes) => boxes.map((box) => box.matches(':checked')))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    for (const place of [0, 1, 2, 3, 4]) await rights.nth(place).press('Space');
    await press(t('staff-doors:create.submit'));
    await dialog.getByText(t('forms:validation.scanner_device_rights_required')).waitFor();
    await expectSound(page, 'a scanner device without rights');
    await rights.first().press('Space');
    await press(t('staff-doors:create.submit'));
    await dialog.getByRole('img', { name: t('staff-doors:code.alt', { name }) }).waitFor();
    await dialog.getByText(t('staff-doors:code.waiting')).waitFor();
    await expectSound(page, 'the code of a scanner device');

    const key = await createDoorKey();
    const secret = new URL(codes[0] ?? '').hash.slice(1);
    const { scannerDeviceId } = await app.api().scannerDevice.pair({ body: { secret, publicKey: await publicKeyOf(key) } });
    await dialog.getByRole('status').getByText(t('staff-doors:code.ready', { name })).waitFor();
    await expectSound(page, 'a phone that is ready');
    await press(t('staff-doors:code.done'));

    const row = page.getByRole('list', { name: t('staff-doors:scannerDevices') }).getByRole('listitem');
    const report = { unsent: 3, offlineManifestVersion: '2026-11-21T23:19:00+04:00', offsetMs: 12_000, uncertaintyMs: 100 };
    const body = { scans: [], report };
    expect((await callSigned(app, { key, scannerDeviceId }, { method: 'POST', path: '/api/door/scans', body })).status).toBe(200);
    await row.getByText(t('staff-doors:warning.clock_ahead', { time: t('staff-doors:span.s', { value: '12' }) })).waitFor();
    app.clock.advanceMinutes(4);
    await row.getByText(t('staff-doors:warning.unsent_other', { count: '3' })).waitFor();
    await row.getByText(t('staff-doors:state.silent'), { exact: true }).waitFor();
    await expectSound(page, 'a silent phone');

    await press(t('staff-doors:revoke.open_name', { name }));
    await dialog.getByText(t('staff-doors:revoke.text_other', { count: '3' })).waitFor();
    await expectSound(page, 'the question before a scanner device is revoked');
    await dialog.getByRole('button', { name: t('staff-doors:revoke.open'), exact: true }).click();
    await page.getByText(t('staff-doors:ended', { scannerDevices: '1' })).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('doors');
    await expect(callSigned(app, { key, scannerDeviceId }, { path: '/api/door/time' })).resolves.toMatchObject({ status: 410 });
  },
);
