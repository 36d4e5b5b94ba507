import type { PhoneConflict } from '#shared/door/conflicts.ts';
import type { ChangesView, OfflineManifestView } from '#shared/door/offline-manifest.ts';
import type { ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import type { Answered } from '#shared/door/questions.ts';
import type { ScannerDeviceView } from '#shared/door/scanner-device.contract.ts';
import { ApiError } from '#shared/errors.ts';
import type { PhoneClock } from './clock.ts';
import type { Connectivity } from './connectivity.ts';
import type { DoorConflict, PhoneState } from './door-phone.ts';
import { createSealingKey } from './encrypted-text.ts';
import { ChangesFollower } from './follow-changes.ts';
import { countInside } from './inside.ts';
import { lateConflicts, openLateRows } from './late-sales.ts';
import { createLiveCheck, type LiveCheck } from './live-check.ts';
import { ManifestStorage } from './manifest-storage.ts';
import { type ConflictGuest, openScanLog, type ScanLog } from './scan-log.ts';
import { isDeviceOver, type ScannerDeviceCalls } from './signed-send.ts';
import { isFullDisk, type Store, type StoredScan, type StoredScannerDevice } from './store.ts';
import { createUploads, type Uploads } from './sync.ts';

/** What a phone has whether it is paired or not. */
export type Phone = {
  store: Store;
  calls: ScannerDeviceCalls;
  clock: PhoneClock;
  connectivity: Connectivity;
  liveMs: number | undefined;
  show: (next: Partial<PhoneState>) => void;
};

/** Pairs the phone as a new scanner device. Nothing of an earlier one may be stored. */
export async function pairDevice(phone: Phone, view: ScannerDeviceView, key: CryptoKeyPair): Promise<PairedDevice> {
  const { store } = phone;
  const identity = { view, key, sealing: await createSealingKey() };
  await store.persist('scannerDevice', identity);
  // A page that is killed before its first report needs the clock, too.
  await persistClock(phone);
  return openDevice(phone, identity, new ManifestStorage(store, identity.sealing), []);
}

/** The scanner device that an earlier page paired; undefined if there is none. */
export async function reopenDevice(phone: Phone): Promise<PairedDevice | undefined> {
  const { store, clock } = phone;
  const identity = await store.readScannerDevice();
  if (!identity) return undefined;
  const manifest = new ManifestStorage(store, identity.sealing);
  await manifest.read();
  if (clock.now() > new Date(identity.view.endsAt)) await manifest.deleteLists();
  return openDevice(phone, identity, manifest, (await store.readAcknowledged()) ?? []);
}

async function openDevice(
  phone: Phone,
  identity: StoredScannerDevice,
  manifest: ManifestStorage,
  acknowledged: readonly number[],
): Promise<PairedDevice> {
  const log = await openScanLog({
    store: phone.store,
    clock: phone.clock,
    sealing: identity.sealing,
    offlineManifestVersion: () => manifest.current?.serverTime,
    onFull: () => phone.show({ isFull: true }),
  });
  return new PairedDevice(phone, { identity, manifest, log, acknowledged });
}

const persistClock = ({ store, clock }: Phone): Promise<void> => {
  const { offsetMs, uncertaintyMs } = clock.reckoning();
  return store.persist('clock', { offsetMs, uncertaintyMs });
};

type Stored = { identity: StoredScannerDevice; manifest: ManifestStorage; log: ScanLog; acknowledged: readonly number[] };

/**
 * The scanner device as which this phone is paired. It follows the offline manifest, sends the scans, and shows both, until it is stopped.
 * Once it has ended, it only sends.
 */
export class PairedDevice {
  readonly store: Store;
  readonly clock: PhoneClock;
  readonly manifest: ManifestStorage;
  readonly log: ScanLog;
  readonly uploads: Uploads;
  readonly liveCheck: LiveCheck;
  /** When the offline manifest was last known to be current, by the server's clock; undefined before this page heard of it. */
  heardAt: Date | undefined;
  /** The scanner device was revoked, unpaired or expired. */
  hasEnded = false;
  private isStopped = false;
  private readonly phone: Phone;
  private identity: StoredScannerDevice;
  /** Conflicts that were tapped away. */
  private readonly acknowledged: Set<number>;
  private readonly follower: ChangesFollower;
  /** Decrypted guests of conflicts, by the lookup key of their row. */
  private readonly guests = new Map<string, ConflictGuest | undefined>();

  constructor(phone: Phone, { identity, manifest, log, acknowledged }: Stored) {
    const { store, calls, clock, connectivity, liveMs } = phone;
    this.phone = phone;
    this.store = store;
    this.clock = clock;
    this.identity = identity;
    this.manifest = manifest;
    this.log = log;
    this.acknowledged = new Set(acknowledged);
    this.uploads = createUploads({ calls, log, clock, offlineManifestVersion: () => manifest.current?.serverTime });
    this.liveCheck = createLiveCheck({ store, log, uploads: this.uploads, connectivity, liveMs });
    this.follower = new ChangesFollower(calls, this);
  }

  get name(): string {
    return this.identity.view.name;
  }

  /** What the server would decide about a ticket number, and whose it is. @throws ApiError */
  look = (ticketId: number, answered: Answered): Promise<ScanOutcome> =>
    this.phone.calls.look({ body: { ticketId, answered: [...answered] } });

  /** The people inside as far as this phone knows. */
  inside(): number {
    const { current } = this.manifest;
    return current ? countInside({ inside: current.live.inside, after: current.after }, this.log.all()) : 0;
  }

  /** What signs its calls. */
  signer() {
    const { view, key } = this.identity;
    return { scannerDeviceId: view.scannerDeviceId, key };
  }

  async start(): Promise<void> {
    this.refresh();
    this.show({ phase: 'ready' });
    this.follower.start();
  }

  /** Nothing is shown afterwards, and nothing new is stored. */
  stop(): void {
    this.isStopped = true;
    this.manifest.close();
    this.follower.stop();
  }

  /** Updates the screen after a scan, and sends it in the background. */
  afterScan(): void {
    this.refresh();
    if (this.log.unsent() > 0) this.follower.wake();
  }

  async acknowledge(conflictId: number): Promise<void> {
    this.acknowledged.add(conflictId);
    await this.store.persist('acknowledged', [...this.acknowledged]);
    this.refresh();
  }

  /** Sends everything and unpairs at the server. @throws ApiError with status 0 while scans are unsent */
  async leave(): Promise<void> {
    if (this.hasEnded) {
      if (this.log.unsent() > 0) throw new ApiError(0, {});
      return;
    }
    await this.send();
    await this.phone.calls.leave();
  }

  // What the follower calls.

  version(): string | undefined {
    return this.manifest.current?.version;
  }

  /** Sends unsent scans and the phone's state. @throws ApiError */
  async send(): Promise<void> {
    const { connectivity } = this.phone;
    try {
      await this.uploads.sendAll();
      connectivity.heard();
      if (this.hasEnded && this.log.unsent() === 0) await this.finish();
      if (!this.hasEnded && !this.isStopped) await persistClock(this.phone);
      this.show({ isFull: false });
    } catch (error) {
      if (isDeviceOver(error)) this.follower.stop();
      else if (isFullDisk(error)) this.show({ isFull: true });
      else connectivity.lost();
      throw error;
    } finally {
      this.refresh();
    }
  }

  async storeManifest({ rights, ...view }: OfflineManifestView): Promise<void> {
    await this.manifest.storeWhole(view);
    await openLateRows(this.log, view.event.id, view.rows);
    await this.storeRights(rights);
    this.refresh();
  }

  async storeChanges(changes: ChangesView): Promise<void> {
    await this.manifest.storeChanges(changes);
    if (this.manifest.current) await openLateRows(this.log, this.manifest.current.head.event.id, changes.rows);
    await this.storeRights(changes.rights);
    this.refresh();
  }

  /** Staff may change the rights of a paired phone. */
  private async storeRights(rights: ScannerDeviceView['rights'] | undefined): Promise<void> {
    const { view } = this.identity;
    if (!rights || rights.join() === view.rights.join() || this.isStopped) return;
    this.identity = { ...this.identity, view: { ...view, rights } };
    await this.store.persist('scannerDevice', this.identity);
  }

  heard(): void {
    this.heardAt = this.clock.now();
    this.phone.connectivity.heard();
    this.refresh();
  }

  lost(): void {
    this.phone.connectivity.lost();
    this.refresh();
  }

  /** Unsent scans are still sent: the server accepts them for a day. Names on guest lists are deleted at once. */
  end(): void {
    if (this.isStopped) return;
    this.hasEnded = true;
    void this.deleteLists().catch(() => undefined);
    this.follower.wake();
    this.refresh();
    this.show({ phase: 'ended' });
  }

  /** Once it has ended and nothing is unsent, the browser deletes this site's data. */
  private async finish(): Promise<void> {
    this.follower.stop();
    await this.phone.calls.leave().catch(() => undefined);
  }

  private async deleteLists(): Promise<void> {
    await this.manifest.deleteLists();
    this.refresh();
  }

  private refresh(): void {
    const { phone, manifest, log, identity } = this;
    const own = identity.view.scannerDeviceId;
    const late = lateConflicts(log.all(), identity.view);
    const conflicts = this.openGuests([...late, ...(manifest.current?.live.conflicts ?? [])]).filter(
      ({ id, reason, admissions }) =>
        !this.acknowledged.has(id) && (OF_ALL_DOORS.has(reason) || admissions.some(({ scannerDeviceId }) => scannerDeviceId === own)),
    );
    this.show({
      scannerDevice: identity.view,
      head: manifest.current?.head,
      connectivity: phone.connectivity.state(),
      inside: manifest.current && this.inside(),
      listed: manifest.listed(log.all()),
      refused: log.refused().flatMap(toRefused),
      conflicts,
      unsent: log.unsent(),
      listAt: manifest.current && new Date(manifest.current.serverTime),
      clock: phone.clock.reckoning(),
    });
  }

  /** Adds the guests whose rows this phone could open when it scanned them. They are decrypted once, after which this is called again. */
  private openGuests(conflicts: readonly PhoneConflict[]): DoorConflict[] {
    const unknown = conflicts.flatMap(({ key }) => (key === null || this.guests.has(key) ? [] : key));
    for (const key of unknown) {
      const scan = this.log.all().find((one) => one.key === key && one.guest !== undefined);
      if (!scan) continue;
      this.guests.set(key, undefined);
      void this.log.guestOf(scan).then((guest) => {
        this.guests.set(key, guest);
        this.refresh();
      });
    }
    return conflicts.map((conflict) => ({ ...conflict, guest: conflict.key === null ? undefined : this.guests.get(conflict.key) }));
  }

  /** A call that ends late must not show an earlier scanner device. */
  private show(next: Partial<PhoneState>): void {
    if (!this.isStopped) this.phone.show(next);
  }
}

/** Conflicts that no door caused alone. */
const OF_ALL_DOORS: ReadonlySet<string> = new Set(['full']);

const toRefused = ({ scanId, at, outcome }: StoredScan) => (outcome ? [{ scanId, at: new Date(at), outcome }] : []);
