import type { Page } from 'playwright-core';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { button } from './at-the-door.ts';
import { expectNoViolations } from './axe.ts';
import { hasReader, openDoorOfPhones, showCode, storageOf, takePhone, verdict } from './door-phone.ts';
import { goOffline } from './network.ts';
import { expect, test } from './test.ts';

type Door = Awaited<ReturnType<typeof openDoorOfPhones>>;

/** Opens a phone that is paired and looks for codes. */
async function openReadyPhone(
  { app, makeScannerDevice }: Door,
  { script, ...options }: NonNullable<Parameters<typeof takePhone>[1]> & { script?: () => void } = {},
) {
  const { path } = await makeScannerDevice('Main');
  const phone = await takePhone(app, options);
  if (script) await phone.page.addInitScript(script);
  await phone.page.goto(path);
  await button(phone.page, phone.t('scanner-device:pair.start')).click();
  await looksForCode(phone);
  await phone.page.locator('[data-link="live"]').waitFor();
  return phone;
}

type Phone = Awaited<ReturnType<typeof takePhone>>;
const looksForCode = ({ page, t }: Phone) => page.getByText(t('door:point'), { exact: true }).waitFor();

/** Chromium checks the disk again once no page of a site has been open for two seconds. */
const FORGETS_ROOM_MS = 3_000;

/** Fills the phone's disk for this site, or frees it, while the page is closed. */
async function fillDisk(page: Page, origin: string, quota: { quotaSize?: number }): Promise<void> {
  await page.goto('about:blank');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, ...quota });
  await page.waitForTimeout(FORGETS_ROOM_MS);
  await page.goto('/door');
}

test('a phone with a full disk reads no code and says so; with room again the ticket comes in', async () => {
  const door = await openDoorOfPhones();
  const ticket = await door.sell();
  const phone = await openReadyPhone(door, { language: 'ka', width: 320, height: 568, isOnDisk: true });
  const { page, t } = phone;
  await fillDisk(page, door.app.url, { quotaSize: 1 });
  await button(page, t('door:start')).click();
  const full = page.getByRole('alert').getByText(t('scanner-device:alerts.full'), { exact: true });
  await full.waitFor();
  await page.locator('[data-link="live"]').waitFor();
  await showCode(page, ticket.code);
  await expectNoViolations(page, 'a phone without room');
  // A report that reaches the server frees no space.
  const reported = page.waitForResponse((response) => response.url().endsWith('/door/scans'));
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await reported;
  await full.waitFor();
  expect(await page.locator('[data-verdict]').count()).toBe(0);
  await fillDisk(page, door.app.url, {});
  await button(page, t('door:start')).click();
  await showCode(page, ticket.code);
  await verdict(page, 'valid').waitFor();
});

test('a browser that stores nothing may not work at a door, and says what to do', async () => {
  const door = await openDoorOfPhones();
  const { path } = await door.makeScannerDevice('Main');
  const { page, t } = await takePhone(door.app);
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The user denied permission to access the database.', 'SecurityError');
    };
  });
  await page.goto(path);
  await page.getByRole('heading', { name: t('scanner-device:blocked.title') }).waitFor();
  await page.getByText(t('scanner-device:blocked.text')).waitFor();
  await expectNoViolations(page, 'a browser that stores nothing');
});

test('without a camera the phone says what to do, and takes numbers', async () => {
  const door = await openDoorOfPhones();
  const ticket = await door.sell();
  const { path } = await door.makeScannerDevice('Main');
  const { page, t } = await takePhone(door.app, { language: 'ka' });
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('Permission denied', 'NotAllowedError');
    };
  });
  await page.goto(path);
  await button(page, t('scanner-device:pair.start')).click();
  await page.getByText(t('scanner-device:no_camera')).waitFor();
  await expectNoViolations(page, 'a phone without a camera');
  await button(page, t('scanner-device:tools.number')).click();
  await page.getByRole('textbox').fill(String(ticket.id));
  await page.keyboard.press('Enter');
  await verdict(page, 'valid').waitFor();
});

test('a clock that is changed at the door is noticed, and no scan has its time', async () => {
  const door = await openDoorOfPhones();
  const ticket = await door.sell();
  const phone = await takePhone(door.app);
  const { page, t } = phone;
  await page.addInitScript(() => {
    const own = Date.now.bind(Date);
    Date.now = () => own() + Number(Reflect.get(globalThis, 'clockChangeMs') ?? 0);
  });
  const { path } = await door.makeScannerDevice('Main');
  await page.goto(path);
  await button(page, t('scanner-device:pair.start')).click();
  await looksForCode(phone);
  await page.locator('[data-link="live"]').waitFor();
  // The guest list has loaded.
  await page.getByText('Nulovani').waitFor();
  await hasReader(page);
  await goOffline(page);
  // An answer under way would measure the changed clock.
  await page.locator('[data-link="alone"]').waitFor();
  await page.evaluate((ms) => Reflect.set(globalThis, 'clockChangeMs', ms), 3 * HOUR_MS);
  await showCode(page, ticket.code);
  await verdict(page, 'valid').waitFor();
  await showCode(page, undefined);
  await button(page, t('scanner-device:verdict.scan_again')).click();
  await page.getByRole('alert').getByText(t('scanner-device:alerts.clock'), { exact: true }).waitFor();
  await goOffline(page, false);
  await page.getByText(t('scanner-device:alerts.clock'), { exact: true }).waitFor({ state: 'detached' });
  const usedAt = async () => (await door.app.ctx.db.select({ usedAt: tickets.usedAt }).from(tickets))[0]?.usedAt?.getTime() ?? 0;
  await expect.poll(usedAt).toBeGreaterThan(0);
  expect(Math.abs(Date.now() - (await usedAt()))).toBeLessThan(HOUR_MS);
});

/**
 * Runs in the page: reloads it once, at the moment when it asks the server about a scan. Until then no timeout ends, because in a slow
 * browser the old page outlives the phone's wait for an answer and would decide alone.
 */
function reloadAtQuestion(): void {
  if (sessionStorage.getItem('reloaded')) return;
  AbortSignal.timeout = () => new AbortController().signal;
  const send = globalThis.fetch.bind(globalThis);
  globalThis.fetch = (...call) => {
    const answer = send(...call);
    if (!String(call[1]?.body).includes('"scans":[{')) return answer;
    sessionStorage.setItem('reloaded', 'true');
    location.reload();
    return new Promise(() => undefined);
  };
}

test('a page that is loaded again while the server decides loses no guest, and lets nobody in twice', async () => {
  const door = await openDoorOfPhones();
  const [ticket, other] = [await door.sell(), await door.sell()];
  const phone = await openReadyPhone(door, { script: reloadAtQuestion });
  const { page, t } = phone;
  await showCode(page, ticket.code);
  await button(page, t('door:start')).click();
  for (const [code, key] of [
    [ticket.code, 'valid'],
    [other.code, 'valid'],
    [ticket.code, 'ticket_used'],
  ] as const) {
    await showCode(page, code);
    await verdict(page, key).waitFor();
    await button(page, t('scanner-device:verdict.scan_again')).click();
  }
  expect(await storageOf(page)).not.toContain('Salome');
});
