import { createDoorKey, publicKeyOf } from '#shared/door/sign-call.ts';
import { pairPhone } from '#tests/factories/door-phone.ts';
import { openConsole } from './console.ts';
import { expectSound } from './invitations.ts';
import { openEvent } from './staff-doors.steps.ts';
import { expect, testInEachView } from './test.ts';

testInEachView(
  'a scanner device is created once it has a right, and its code waits until a phone is paired',
  async ({ language, width }) => {
    const { app } = await openEvent();
    const { page, t } = await openConsole(app, { language, width });
    const dialog = page.getByRole('dialog');
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const name = t('staff-doors:first_name');
    await page.goto('/staff/tonight');
    await page.getByText(t('staff-doors:empty')).waitFor();
    await press(t('staff-doors:new'));
    expect(await dialog.getByRole('textbox').inputValue()).toBe(name);
    const rights = dialog.getByRole('checkbox');
    const isGiven = await rights.evaluateAll((boxes) => boxes.map((box) => box.matches(':checked')));
    expect(isGiven).toEqual([...Array(5).fill(true), false, false]);
    for (const place of [0, 1, 2, 3, 4]) await rights.nth(place).press('Space');
    await press(t('staff-doors:create.submit'));
    await dialog.getByText(t('forms:validation.scanner_device_rights_required')).waitFor();
    await expectSound(page, 'a scanner device without rights');
    await rights.first().press('Space');
    const created = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/staff/scanner-devices'),
    );
    await press(t('staff-doors:create.submit'));
    const { url } = await (await created).json();
    await dialog.getByRole('img', { name: t('staff-doors:code.alt', { name }) }).waitFor();
    await dialog.getByText(t('staff-doors:code.waiting')).waitFor();
    await expectSound(page, 'the code of a scanner device');
    const secret = new URL(url).hash.slice(1);
    await app.api().scannerDevice.pair({ body: { secret, publicKey: await publicKeyOf(await createDoorKey()) } });
    await dialog.getByRole('status').getByText(t('staff-doors:code.ready', { name })).waitFor();
    await expectSound(page, 'a phone that is ready');
  },
);

testInEachView(
  'a scanner device that is silent with scans unsent says so, and is revoked after a question',
  async ({ language, width }) => {
    const { app, eventId } = await openEvent();
    const { call } = await pairPhone(app, { eventId });
    const { page, t } = await openConsole(app, { language, width });
    await page.goto('/staff/tonight');
    const row = page.getByRole('list', { name: t('staff-doors:scannerDevices') }).getByRole('listitem');
    const report = { unsent: 3, offlineManifestVersion: '2026-11-21T23:19:00+04:00', offsetMs: 12_000, uncertaintyMs: 100 };
    expect((await call({ method: 'POST', path: '/api/door/scans', body: { scans: [], report } })).status).toBe(200);
    await row.getByText(t('staff-doors:warning.clock_ahead', { time: t('staff-doors:span.s', { value: '12' }) })).waitFor();
    app.clock.advanceMinutes(4);
    await row.getByText(t('staff-doors:warning.unsent_other', { count: '3' })).waitFor();
    await row.getByText(t('staff-doors:state.silent'), { exact: true }).waitFor();
    await expectSound(page, 'a silent phone');
    await page.getByRole('button', { name: t('staff-doors:revoke.open_name', { name: 'Main 1' }), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(t('staff-doors:revoke.text_other', { count: '3' })).waitFor();
    await expectSound(page, 'the question before a scanner device is revoked');
    await dialog.getByRole('button', { name: t('staff-doors:revoke.open'), exact: true }).click();
    await page.getByText(t('staff-doors:ended', { scannerDevices: '1' })).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('doors');
  },
);
