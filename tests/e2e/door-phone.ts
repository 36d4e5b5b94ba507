import type { Page } from 'playwright-core';
import QRCode from 'qrcode';
import type { Language } from '#shared/constants.ts';
import { DEVICE_RIGHTS, type ScannerDeviceRight } from '#shared/door/scanner-devices.ts';
import { createEvent } from '#tests/factories/events.ts';
import { sellToMany } from '#tests/factories/full-event.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { connect } from './network.ts';
import { translatorOf, visit } from './site.ts';

const MINUTE_MS = 60_000;
/** The browser's own messages about a missing network and the end of a scanner device. */
const NO_NETWORK = /net::ERR_|status of (410|503)|Cleared data types/;

/** Opens a site with an event that began twenty minutes ago by the browsers' clocks, a guest and a ticket. */
export async function openDoorOfPhones(
  settings: Pick<NonNullable<Parameters<typeof createEvent>[1]>, 'isAutomatic' | 'exits' | 'licensed'> = {},
) {
  const app = await startTestSite({ isFresh: true });
  app.clock.set(new Date());
  const event = await createEvent(app.ctx, {
    name: 'ნულოვანი',
    nameLat: 'Nulovani',
    startsAt: new Date(Date.now() - 20 * MINUTE_MS),
    ...settings,
  });
  const { accessToken } = await createAdmin(app.ctx);
  const staff = app.api(accessToken).staffScannerDevices;
  const sell = async (guest: Parameters<typeof createUser>[1] = {}) => {
    const user = await createUser(app.ctx, {
      firstName: 'Salome',
      lastName: 'Drift',
      birthdate: '2001-03-14',
      status: 'Verified',
      ...guest,
    });
    return createTicket(app.ctx, { userId: user.id, eventId: event.id });
  };
  /** Returns the address in the QR code of a new scanner device. */
  const makeScannerDevice = async (name: string, rights: readonly ScannerDeviceRight[] = DEVICE_RIGHTS) => {
    const { id, url } = await staff.create({ body: { eventId: event.id, name, rights: [...rights] } });
    return { scannerDeviceId: id, path: new URL(url).pathname + new URL(url).hash };
  };
  const sellMany = (count: number) => sellToMany(app.ctx, event, count);
  return { app, event, staff, sell, sellMany, makeScannerDevice };
}

type Phone = { language?: Language; width?: number; height?: number; isOnDisk?: boolean };

/** Opens a phone with its own storage, whose camera films what `showCode` shows it. */
export async function takePhone(app: TestApp, { language = 'en', width = 390, height = 844, isOnDisk = false }: Phone = {}) {
  const page = await visit({ origin: app.url, folder: '' }, { language, width, height, allowed: NO_NETWORK, hasWorker: true, isOnDisk });
  connect(page, app.http.server);
  await page.context().addInitScript(filmCanvas);
  return { page, t: await translatorOf(language) };
}

/** Opens a phone that is paired with a new scanner device, has the network and looks for a code. */
export async function openPairedPhone(door: Awaited<ReturnType<typeof openDoorOfPhones>>, name: string, options: Phone = {}) {
  const phone = await takePhone(door.app, options);
  const { page, t } = phone;
  await page.goto((await door.makeScannerDevice(name)).path);
  await page.getByRole('button', { name: t('scanner-device:pair.start'), exact: true }).click();
  await page.getByText(t('door:point'), { exact: true }).waitFor();
  await page.locator('[data-link="live"]').waitFor();
  await hasReader(page);
  return phone;
}

/** Runs in the page: a camera that films a canvas, white without a code. */
function filmCanvas(): void {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
  const context = canvas.getContext('2d');
  let code: { size: number; dark: number[] } | undefined;
  const draw = () => {
    if (!context) return;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    if (!code) return;
    const module = Math.floor(440 / code.size);
    const left = (canvas.width - module * code.size) / 2;
    const top = (canvas.height - module * code.size) / 2;
    context.fillStyle = '#000';
    for (const place of code.dark)
      context.fillRect(left + (place % code.size) * module, top + Math.floor(place / code.size) * module, module, module);
  };
  Reflect.set(globalThis, 'putBeforeCamera', (next: typeof code) => (code = next));
  setInterval(draw, 50);
  draw();
  // `about:blank` has no cameras.
  if ('mediaDevices' in navigator) navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(15);
}

/** Shows a code to the phone's camera, or removes it. */
export async function showCode(page: Page, text: string | undefined): Promise<void> {
  const code = text === undefined ? undefined : modulesOf(text);
  await page.evaluate((next) => Reflect.get(globalThis, 'putBeforeCamera')(next), code);
}

function modulesOf(text: string): { size: number; dark: number[] } {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  return { size: modules.size, dark: [...modules.data].flatMap((isDark, place) => (isDark ? [place] : [])) };
}

/** Waits until the page has loaded the QR decoder, which it could not fetch offline. */
export async function hasReader(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.wasm')));
}

/** Returns the screen of a verdict, named as in web/door/scanner device/verdict-texts.ts. */
export const verdict = (page: Page, key: string) => page.locator(`[data-verdict="${key}"]`);

/** Returns everything that the phone stores of the site, as JSON: databases, caches, both storages, cookies. */
export const storageOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = await done(database.transaction(store).objectStore(store).getAll());
        kept.push(name, store, rows);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) kept.push(name, request.url);
    }
    return JSON.stringify(kept);
  });
