import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { ScannerDeviceView } from '#shared/door/scanner-device.contract.ts';
import { openDoorPhone } from './open-door-phone.ts';

const at = '2026-11-21T23:00:00+04:00';
const now = Date.parse(at);
const scannerDevice: ScannerDeviceView = {
  scannerDeviceId: randomUUID(),
  name: 'Main 1',
  rights: ['scan'],
  event: { id: 1, name: 'ტესტი', nameLat: 'Test', startDate: at, endDate: at },
  endsAt: at,
  serverTime: at,
  serverMs: now,
};

/** A phone whose clock is wrong, with a network only for pairing. */
function openPhone(storeName: string, skewMs: number) {
  const phone = openDoorPhone({
    storeName,
    clocks: { wall: () => now + skewMs, steady: () => 0 },
    async fetchAnswer(url) {
      if (url === '/api/door/pair') return Response.json(scannerDevice);
      throw new TypeError('There is no network.');
    },
  });
  onTestFinished(() => phone.close());
  return phone;
}

test('what a phone learned of its clock while it paired is there when its page is opened again', async () => {
  const [storeName, skewMs] = [randomUUID(), 480_000];
  const phone = openPhone(storeName, skewMs);
  await phone.pair('s'.repeat(43));
  expect(phone.getState().clock).toMatchObject({ offsetMs: skewMs });
  phone.close();
  const again = openPhone(storeName, skewMs);
  await expect.poll(() => again.getState().phase).toBe('ready');
  expect(again.getState().clock).toMatchObject({ offsetMs: skewMs });
});
