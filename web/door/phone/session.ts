import { OfflineManifestList } from '#shared/door/guest-lists.ts';
import type { OfflineManifestView } from '#shared/door/offline-manifest.ts';
import type { FoundGuest, ScannerDeviceView } from '#shared/door/scanner-device.contract.ts';
import { createDoorKey, publicKeyOf } from '#shared/door/sign-call.ts';
import { ApiError } from '#shared/errors.ts';
import { browserClocks, createClock, type Clocks } from './clock.ts';
import type { DoorPhone, PhoneState } from './door-phone.ts';
import { followChanges, type Following } from './follow-changes.ts';
import { createLink } from './connectivity.ts';
import { createAsking } from './live-check.ts';
import { createListAdmission } from './admit-listed.ts';
import { countArrivals, listedGuests } from './listed.ts';
import { createScanLog } from './scan-log.ts';
import { createScanning } from './scanning.ts';
import { createSealingKey, openText, sealText } from './encrypted-text.ts';
import { createScannerDeviceCalls, type Fetch } from './signed-send.ts';
import { isFullDisk, type Store, type StoredOfflineManifest, type StoredScannerDevice, type StoredScan } from './store.ts';
import { createUploads } from './sync.ts';

export type Work = Omit<DoorPhone, 'getState' | 'subscribe'>;

type Place = {
  store: Store;
  fetchAnswer: Fetch;
  clocks?: Clocks;
  liveMs: number | undefined;
  show: (next: Partial<PhoneState>) => void;
};

/** A phone on top of its opened store. */
export async function createWork({ store, fetchAnswer, clocks = browserClocks, liveMs, show }: Place): Promise<Work> {
  let scannerDevice: StoredScannerDevice | undefined = await store.readScannerDevice();
  let offlineManifest: StoredOfflineManifest | undefined = await store.readOfflineManifest();
  const sealedLists = await store.readLists();
  let lists: readonly OfflineManifestList[] =
    scannerDevice && sealedLists ? readLists(await openText(scannerDevice.sealing, sealedLists)) : [];
  let heardAt: Date | undefined;
  let following: Following | undefined;
  let pairing: { secret: string; key: CryptoKeyPair } | undefined;
  const acknowledged = new Set(await store.readAcknowledged());
  const clock = createClock(await store.readClock(), clocks);
  const link = createLink(clock.steady);
  const calls = createScannerDeviceCalls(
    fetchAnswer,
    clock,
    () => scannerDevice && { scannerDeviceId: scannerDevice.view.scannerDeviceId, key: scannerDevice.key },
  );

  const open = async (own: StoredScannerDevice) => {
    const log = await createScanLog(store, clock, own.sealing);
    const uploads = createUploads({ calls, log, clock, offlineManifestVersion: () => offlineManifest?.serverTime });
    const parts = { store, log, uploads, clock, offlineManifest: () => offlineManifest, lists: () => lists };
    const asking = createAsking({ ...parts, link, liveMs, onFull: (isFull) => show({ isFull }) });
    const scanning = createScanning({ ...parts, asking, heardAt: () => heardAt });
    return { log, uploads, scanning: { ...scanning, admitEntry: createListAdmission({ ...parts, asking }) } };
  };
  let opened = scannerDevice && (await open(scannerDevice));

  const refresh = (): void => {
    const own = scannerDevice?.view.scannerDeviceId;
    const conflicts = (offlineManifest?.live.conflicts ?? []).filter(
      ({ id, admissions }) => !acknowledged.has(id) && admissions.some(({ scannerDeviceId }) => scannerDeviceId === own),
    );
    show({
      scannerDevice: scannerDevice?.view,
      head: offlineManifest?.head,
      link: link.state(),
      inside: offlineManifest?.live.inside,
      refused: opened?.log.refused().flatMap(toRefused) ?? [],
      conflicts,
      unsent: opened?.log.unsent() ?? 0,
      listAt: offlineManifest && new Date(offlineManifest.serverTime),
      clock: clock.reckoning(),
    });
  };

  /** Shows the guest list entries and their arrivals, after a scan or a change of the offline manifest. */
  const showListed = async (): Promise<void> => {
    if (lists.length === 0) return show({ listed: [] });
    const arrivals =
      offlineManifest && countArrivals({ lists, live: offlineManifest.live, after: offlineManifest.after }, await store.allScans());
    show({ listed: arrivals ? listedGuests(lists, arrivals) : [] });
  };

  /** Names on guest lists are deleted with the scanner device. */
  const forgetLists = async (): Promise<void> => {
    lists = [];
    await store.forgetLists();
    await showListed();
  };

  let isEnded = false;
  /** Unsent scans are still sent: the server accepts them for a day. */
  const end = (): void => {
    isEnded = true;
    void forgetLists().catch(() => undefined);
    following?.wake();
    refresh();
    show({ phase: 'ended' });
  };

  /** Once a scanner device has ended and nothing is unsent, the browser deletes this site's data. */
  const finish = async (): Promise<void> => {
    following?.stop();
    await calls.leave().catch(() => undefined);
  };

  /** Reads what an error says about the scanner device or the connection. Returns true if the scanner device is over. */
  const isOver = (error: unknown): boolean =>
    error instanceof ApiError && (error.body.code === 'device_ended' || error.body.code === 'device_unknown');

  const storeClock = async (): Promise<void> => {
    const { offsetMs, uncertaintyMs } = clock.reckoning();
    await store.keep('clock', { offsetMs, uncertaintyMs });
  };

  const send = async (): Promise<void> => {
    if (!opened) return;
    try {
      await opened.uploads.sendAll();
      link.heard();
      if (isEnded && opened.log.unsent() === 0) await finish();
      if (scannerDevice && !isEnded) await storeClock();
      show({ isFull: false });
    } catch (error) {
      if (isOver(error)) following?.stop();
      else if (isFullDisk(error)) show({ isFull: true });
      else link.lost();
      throw error;
    } finally {
      refresh();
    }
  };

  const storeOfflineManifest = async (view: OfflineManifestView): Promise<void> => {
    if (!scannerDevice) return;
    const { serverTime, after, version, live, rows, lists: freshLists, ...head } = view;
    const fresh = { head, live, version, serverTime, after };
    await store.storeOfflineManifest(fresh, rows, await sealText(scannerDevice.sealing, JSON.stringify(freshLists)));
    // Only a version that is on disk may be used to ask for changes.
    [offlineManifest, lists] = [fresh, freshLists];
    refresh();
    await showListed();
  };

  const start = (): void => {
    if (!opened) return;
    show({ phase: 'ready' });
    following = followChanges({
      calls,
      send,
      offlineManifest: () => offlineManifest,
      storeOfflineManifest,
      async storeChanges({ since, serverTime, after, version, head, lists: freshLists, live, rows }) {
        // A row may have changed back since; the next answer follows the stored version.
        if (!scannerDevice || !offlineManifest || since !== offlineManifest.version) return;
        const fresh = { head: head ?? offlineManifest.head, live: live ?? offlineManifest.live, version, serverTime, after };
        // With another signing key all rows are sent again, under other lookup keys.
        const isWhole = fresh.head.publicKey !== offlineManifest.head.publicKey;
        await store.storeChanges(
          fresh,
          { rows, isWhole },
          freshLists ? await sealText(scannerDevice.sealing, JSON.stringify(freshLists)) : undefined,
        );
        [offlineManifest, lists] = [fresh, freshLists ?? lists];
        refresh();
        await showListed();
      },
      onLine(isAlive) {
        if (isAlive) heardAt = clock.now();
        if (isAlive) link.heard();
        else link.lost();
        show({ link: link.state(), clock: clock.reckoning() });
      },
      isOver,
      onOver: () => end(),
    });
  };

  /** @throws ApiError device_ended once the scanner device is over, because a new scan would be deleted with the rest */
  const scanning = () => {
    if (!opened || isEnded) throw new ApiError(410, { code: 'device_ended' });
    return opened.scanning;
  };

  /** After each scan: updates the screen at once and sends in the background. */
  const afterScan = async <T>(result: Promise<T>): Promise<T> => {
    try {
      return await result;
    } catch (error) {
      if (isOver(error)) end();
      throw error;
    } finally {
      refresh();
      void showListed().catch(() => undefined);
      if ((opened?.log.unsent() ?? 0) > 0) following?.wake();
    }
  };

  const forget = async (): Promise<void> => {
    following?.stop();
    await store.wipe();
    [scannerDevice, offlineManifest, opened, isEnded, lists] = [undefined, undefined, undefined, false, []];
    heardAt = undefined;
    acknowledged.clear();
    refresh();
  };

  const adopt = async (view: ScannerDeviceView, key: CryptoKeyPair): Promise<void> => {
    await forget();
    scannerDevice = { view, key, sealing: await createSealingKey() };
    await store.keep('scannerDevice', scannerDevice);
    // A page that is killed before its first report needs the clock, too.
    await storeClock();
    opened = await open(scannerDevice);
    refresh();
    start();
  };

  refresh();
  if (scannerDevice && clock.now() > new Date(scannerDevice.view.endsAt)) await forgetLists();
  await showListed();
  if (opened) start();
  else show({ phase: 'unpaired' });

  return {
    async pair(secret) {
      // The server repeats a lost answer for the same key.
      if (pairing?.secret !== secret) pairing = { secret, key: await createDoorKey() };
      const { key } = pairing;
      await adopt(await calls.pair({ body: { secret, publicKey: await publicKeyOf(key) } }), key);
    },
    scan: (text, mode) => afterScan(scanning().scan(text, mode)),
    scanNumber: (ticketId, mode) => afterScan(scanning().scanNumber(ticketId, mode)),
    admitEntry: (entryId, people) => afterScan(scanning().admitEntry(entryId, people)),
    undo: (scanId) => afterScan(scanning().undo(scanId)),
    count: (kind) => afterScan(scanning().count(kind)),
    search: (name): Promise<readonly FoundGuest[]> => calls.search({ body: { name } }),
    async acknowledge(conflictId) {
      acknowledged.add(conflictId);
      await store.keep('acknowledged', [...acknowledged]);
      refresh();
    },
    async leave() {
      if (!isEnded) {
        await send();
        await calls.leave();
      } else if ((opened?.log.unsent() ?? 0) > 0) throw new ApiError(0, {});
      await forget();
      show({ phase: 'ended' });
    },
    close() {
      following?.stop();
      store.close();
    },
  };
}

/** What `storePack` encrypted. */
const readLists = (text: string): OfflineManifestList[] => OfflineManifestList.array().parse(JSON.parse(text));

const toRefused = ({ scanId, at, outcome }: StoredScan) => (outcome ? [{ scanId, at: new Date(at), outcome }] : []);
