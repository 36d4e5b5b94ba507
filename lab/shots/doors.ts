import { demoAdmin, type DemoSite } from '#lab/trial/demo-site.ts';
import { createDoorKey, publicKeyOf, signCall } from '#shared/door/sign-call.ts';
import { DEVICE_RIGHTS } from '#shared/door/scanner-devices.ts';
import { createWholeApi } from '#shared/staff-api.ts';
import { createFetchSend } from '#web/lib/fetch-send.ts';

const SCANS = '/api/door/scans';
const PHONES = [
  { name: 'Main 1', unsent: 0, offsetMs: 300 },
  { name: 'Main 2', unsent: 4, offsetMs: -12_000 },
] as const;

/** Gives the running event three scanner devices, two of them on phones that report. Does nothing if there are some. */
export async function openDoors({ origin, events, logIn }: DemoSite): Promise<void> {
  const send = createFetchSend(origin);
  const token = await logIn(demoAdmin);
  const { staffScannerDevices, scannerDevice } = createWholeApi((request) => send(request, token));
  const eventId = events[0]?.id ?? 1;
  if ((await staffScannerDevices.list({ eventId })).scannerDevices.some(({ name }) => name === 'Side 1')) return;
  for (const { name, ...report } of PHONES) {
    const { url } = await staffScannerDevices.create({ body: { eventId, name, rights: [...DEVICE_RIGHTS] } });
    const key = await createDoorKey();
    const secret = new URL(url).hash.slice(1);
    const { scannerDeviceId } = await scannerDevice.pair({ body: { secret, publicKey: await publicKeyOf(key) } });
    const time = Date.now();
    const offlineManifestVersion = new Date(time).toISOString();
    const body = JSON.stringify({ scans: [], report: { ...report, offlineManifestVersion, uncertaintyMs: 120 } });
    const authorization = await signCall(key.privateKey, { scannerDeviceId, time, method: 'POST', url: SCANS, body });
    await fetch(`${origin}${SCANS}`, { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body });
  }
  await staffScannerDevices.create({ body: { eventId, name: 'Side 1', rights: ['scan', 'reject', 'undo'] } });
}
