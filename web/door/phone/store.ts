import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { z } from 'zod';
import type { DoorLive, OfflineManifestHead, OfflineManifestRow, OfflineManifestView } from '#shared/door/offline-manifest.ts';
import type { ScannerDeviceView } from '#shared/door/scanner-device.contract.ts';
import type { DeviceScan, ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import type { Answered } from '#shared/door/questions.ts';
import type { Reckoning } from './clock.ts';
import type { EncryptedText } from './encrypted-text.ts';

/** The scanner device of this phone. `sealing` encrypts codes until the server has them. Neither private key can be exported. */
export type StoredScannerDevice = { view: ScannerDeviceView; key: CryptoKeyPair; sealing: CryptoKey };
/** The offline manifest without its rows and guest lists. `after`: the number of the last scan that the server had when it made this version. */
export type StoredOfflineManifest = { head: OfflineManifestHead; live: DoorLive; version: string; serverTime: string; after: number };

/** Why a guest who was admitted before the row of the ticket arrived should not have been. */
export type LateReason = 'late_under_18' | 'late_doubtful' | 'late_banned';

/**
 * A scan as stored on this phone. `code` and `ticketId`, which identify the guest, are deleted once the server acknowledged it; `key`, of
 * the row or the guest list entry, stays. `people`: of a guest list entry; of an exit, 0 if the phone knew of no one to leave.
 */
export type StoredScan = Omit<DeviceScan, 'code' | 'answered'> & {
  code?: EncryptedText | undefined;
  key?: string | undefined;
  answered?: Answered | undefined;
  /** Name, birth date and ticket number of the guest, sealed, for the card of a conflict. */
  guest?: EncryptedText | undefined;
  /** The code of a ticket that was admitted before its row arrived, until then. */
  lateCode?: EncryptedText | undefined;
  /** What the row of such a ticket said when it arrived: why staff must look for the guest. */
  late?: LateReason | undefined;
  isAcknowledged: 0 | 1;
  outcome?: Pick<ScanOutcome, 'result' | 'reason' | 'refundAt'> | undefined;
};

type Single = {
  scannerDevice: StoredScannerDevice;
  offlineManifest: StoredOfflineManifest;
  lists: EncryptedText;
  clock: Reckoning;
  acknowledged: readonly number[];
};

interface DoorSchema extends DBSchema {
  single: { key: keyof Single; value: StoredScannerDevice | StoredOfflineManifest | EncryptedText | Reckoning | readonly number[] };
  rows: { key: string; value: OfflineManifestRow };
  scans: { key: number; value: StoredScan; indexes: { key: string; open: number } };
}

/** No storage is left for this site. */
export const isFullDisk = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

const NAME = 'rkali-door';
const STORES = ['single', 'rows', 'scans'] as const;
/** A write counts as done only once it is on disk. */
const STRICT = { durability: 'strict' } as const;

/** Stores a phone's scanner device, offline manifest and scans. Every method throws a DOMException if the browser stores nothing. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/** `onLost`: the browser closed the storage, and nothing more can be stored. */
export async function openStore(name = NAME, onLost = () => {}) {
  const db = await openDB<DoorSchema>(name, 2, {
    terminated: onLost,
    async upgrade(fresh, before, _now, tx) {
      if (before === 1) return renameStored(former(tx.objectStore('single')), former(tx.objectStore('scans')));
      fresh.createObjectStore('single');
      fresh.createObjectStore('rows', { keyPath: 'key' });
      const scans = fresh.createObjectStore('scans', { keyPath: 'sequence' });
      scans.createIndex('key', 'key');
      scans.createIndex('open', 'isAcknowledged');
    },
  });
  return {
    readScannerDevice: () => single(db, 'scannerDevice'),
    async readOfflineManifest() {
      const offlineManifest = await single(db, 'offlineManifest');
      // The offline manifest of an earlier release has no arrivals; a new one is fetched at once.
      return offlineManifest && 'arrivals' in offlineManifest.live ? offlineManifest : undefined;
    },
    /** The offline manifest's guest lists, with encrypted names. */
    readLists: () => single(db, 'lists'),
    deleteLists: () => db.delete('single', 'lists'),
    readClock: () => single(db, 'clock'),
    readAcknowledged: () => single(db, 'acknowledged'),
    persist: <Name extends keyof Single>(what: Name, value: Single[Name]) => put(db, what, value),
    findRow: (key: string) => db.get('rows', key),
    scansOf: (key: string) => db.getAllFromIndex('scans', 'key', key),
    openScans: () => db.getAllFromIndex('scans', 'open', 0),
    allScans: () => db.getAll('scans'),
    /** Replaces the whole offline manifest. */
    storeOfflineManifest: (offlineManifest: StoredOfflineManifest, rows: OfflineManifestView['rows'], lists: EncryptedText) =>
      writeOfflineManifest(db, { offlineManifest, rows, lists, isWhole: true }),
    /** Adds changed rows to the offline manifest, or replaces all rows with `isWhole`. `lists`: undefined if the guest lists have not changed. */
    storeChanges: (offlineManifest: StoredOfflineManifest, changed: Pick<Written, 'rows' | 'isWhole'>, lists: EncryptedText | undefined) =>
      writeOfflineManifest(db, { offlineManifest, ...changed, lists }),
    async putScans(scans: readonly StoredScan[]) {
      const tx = db.transaction('scans', 'readwrite', STRICT);
      await Promise.all([...scans.map((scan) => tx.store.put(scan)), tx.done]);
    },
    /** Writes acknowledged scans, except over a scan that the phone has decided since it was sent. Returns what it wrote. */
    async putHeard(scans: readonly StoredScan[]): Promise<StoredScan[]> {
      const tx = db.transaction('scans', 'readwrite', STRICT);
      const putOne = async (scan: StoredScan): Promise<StoredScan[]> => {
        const now = await tx.store.get(scan.sequence);
        if (now?.decidedBy !== scan.decidedBy) return [];
        // The row of its ticket may have arrived since, too.
        const late = now.guest && { guest: now.guest, late: now.late, lateCode: undefined };
        const heard = { ...scan, shown: scan.shown ?? now.shown, ...late };
        await tx.store.put(heard);
        return [heard];
      };
      const [written] = await Promise.all([Promise.all(scans.map(putOne)), tx.done]);
      return written.flat();
    },
    async wipe() {
      const tx = db.transaction(STORES, 'readwrite', STRICT);
      await Promise.all([...STORES.map((store) => tx.objectStore(store).clear()), tx.done]);
    },
    close: () => db.close(),
  };
}

type Db = IDBPDatabase<DoorSchema>;

/** The stores of before version 1.0, whose values have other types. */
type Former = {
  get(key: string): Promise<unknown>;
  getAll(): Promise<unknown[]>;
  put(value: unknown, key?: string): Promise<unknown>;
  delete(key: string): Promise<void>;
};
// The schema has the present types only.
const former = (store: object): Former => store as Former;
const FormerDevice = z.looseObject({ view: z.looseObject({ passId: z.string() }) });
const FormerScans = z.array(z.looseObject({ packVersion: z.string().optional() }));

/** Gives what a phone stored before version 1.0 its present names, so that it stays paired and sends its scans. */
async function renameStored(single: Former, scans: Former): Promise<void> {
  const { data: device } = FormerDevice.safeParse(await single.get('pass'));
  if (device) {
    const { passId, ...view } = device.view;
    await single.put({ ...device, view: { ...view, scannerDeviceId: passId } }, 'scannerDevice');
  }
  // A new manifest is fetched at once.
  for (const name of ['pass', 'pack', 'lists']) await single.delete(name);
  for (const { packVersion, ...scan } of FormerScans.parse(await scans.getAll()))
    await scans.put({ ...scan, offlineManifestVersion: packVersion });
}

/** The value under a name has the type with which `put` stored it. */
const single = async <Name extends keyof Single>(db: Db, name: Name): Promise<Single[Name] | undefined> =>
  (await db.get('single', name)) as Single[Name] | undefined;

async function put<Name extends keyof Single>(db: Db, name: Name, value: Single[Name]): Promise<void> {
  const tx = db.transaction('single', 'readwrite', STRICT);
  await Promise.all([tx.store.put(value, name), tx.done]);
}

type Written = {
  offlineManifest: StoredOfflineManifest;
  rows: readonly OfflineManifestRow[];
  lists: EncryptedText | undefined;
  isWhole: boolean;
};

async function writeOfflineManifest(db: Db, { offlineManifest, rows, lists, isWhole }: Written): Promise<void> {
  const tx = db.transaction(['single', 'rows'], 'readwrite', STRICT);
  const list = tx.objectStore('rows');
  if (isWhole) await list.clear();
  const single = tx.objectStore('single');
  const puts: Promise<unknown>[] = rows.map((row) => list.put(row));
  if (lists) puts.push(single.put(lists, 'lists'));
  await Promise.all([...puts, single.put(offlineManifest, 'offlineManifest'), tx.done]);
}
