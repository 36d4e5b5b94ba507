import { SCANS_PER_UPLOAD, type DeviceScan, type ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import type { PhoneClock } from './clock.ts';
import { openText, sealText } from './encrypted-text.ts';
import { isFullDisk, type Store, type StoredScan } from './store.ts';

/** The content of a scan; the log adds its number, id, time and version of the offline manifest. */
export type NewScan = Pick<DeviceScan, 'kind' | 'decidedBy'> &
  Partial<Pick<DeviceScan, 'code' | 'ticketId' | 'entryId' | 'people' | 'shown' | 'undoneScanId'>> & {
    key?: string | undefined;
  };

type HeardOutcome = Pick<ScanOutcome, 'scanId' | 'result' | 'reason' | 'key'>;

type Parts = {
  store: Store;
  clock: PhoneClock;
  /** Encrypts codes until the server has them. */
  sealing: CryptoKey;
  /** The version by which the phone decides now. */
  offlineManifestVersion: () => string | undefined;
  /** The phone's storage is full. */
  onFull: () => void;
};

/** The upload size that a slow connection still sends in time. */
const UPLOAD_BYTES = 60_000;

/** Opens the log of the scans that are stored on this phone. */
export async function openScanLog(parts: Parts): Promise<ScanLog> {
  return new ScanLog(parts, await parts.store.allScans(), await parts.store.countOpen());
}

/** The scans of this phone, numbered without gaps. What `append` and `put` return is on disk. */
export class ScanLog {
  private readonly parts: Parts;
  private lastSequence: number;
  private unsentCount: number;
  private readonly refusedScans: Map<number, StoredScan>;

  constructor(parts: Parts, stored: readonly StoredScan[], unsent: number) {
    this.parts = parts;
    this.lastSequence = stored.at(-1)?.sequence ?? 0;
    this.unsentCount = unsent;
    this.refusedScans = new Map(stored.filter(isRefused).map((scan) => [scan.sequence, scan]));
  }

  /** How many scans the server has not acknowledged. */
  unsent = (): number => this.unsentCount;

  /** Scans that the server refused for good. */
  refused = (): StoredScan[] => [...this.refusedScans.values()];

  /** @throws DOMException if the storage is full */
  async put(scan: StoredScan): Promise<StoredScan> {
    const { store, onFull } = this.parts;
    try {
      await store.putScans([scan]);
    } catch (error) {
      if (isFullDisk(error)) onFull();
      throw error;
    }
    await this.countUnsent();
    return scan;
  }

  /** Stores a new scan. @throws DOMException if the storage is full */
  async append({ code, key, ticketId, entryId, people, shown, undoneScanId, ...scan }: NewScan): Promise<StoredScan> {
    const { sealing } = this.parts;
    const offlineManifestVersion = this.parts.offlineManifestVersion();
    const sealed = code === undefined ? undefined : await sealText(sealing, code);
    const stored = await this.put({
      ...scan,
      scanId: crypto.randomUUID(),
      sequence: this.lastSequence + 1,
      ...this.timeNow(),
      code: sealed,
      ticketId,
      entryId,
      people,
      key,
      shown,
      undoneScanId,
      offlineManifestVersion,
      isAcknowledged: 0,
      outcome: undefined,
    });
    this.lastSequence += 1;
    return stored;
  }

  /** A scan repeated under its number and id, with the current time. */
  retimed = (scan: StoredScan): StoredScan => ({ ...scan, ...this.timeNow() });

  async toWire({ scanId, sequence, kind, at, offsetMs, uncertaintyMs, decidedBy, ...rest }: StoredScan): Promise<DeviceScan> {
    const { code, ticketId, entryId, people, shown, undoneScanId, offlineManifestVersion } = rest;
    return {
      scanId,
      sequence,
      kind,
      at,
      offsetMs,
      uncertaintyMs,
      decidedBy,
      ...(code && { code: await openText(this.parts.sealing, code) }),
      ...(ticketId !== undefined && { ticketId }),
      ...(entryId !== undefined && { entryId, ...(people !== undefined && { people }) }),
      ...(shown && { shown }),
      ...(undoneScanId !== undefined && { undoneScanId }),
      ...(offlineManifestVersion !== undefined && { offlineManifestVersion }),
    };
  }

  /** The next scans to send and their wire form, at most `SCANS_PER_UPLOAD`. */
  async nextBatch(): Promise<{ stored: StoredScan[]; scans: DeviceScan[] }> {
    const stored: StoredScan[] = [];
    const scans: DeviceScan[] = [];
    let bytes = 0;
    for (const scan of (await this.parts.store.openScans()).slice(0, SCANS_PER_UPLOAD)) {
      const wire = await this.toWire(scan);
      bytes += JSON.stringify(wire).length;
      if (scans.length > 0 && bytes > UPLOAD_BYTES) break;
      stored.push(scan);
      scans.push(wire);
    }
    return { stored, scans };
  }

  /** Marks scans as received by the server and deletes what identifies a guest. */
  async acknowledge(scans: readonly StoredScan[], outcomes: readonly HeardOutcome[]): Promise<void> {
    const answers = new Map(outcomes.map((outcome) => [outcome.scanId, outcome]));
    const heard = scans.flatMap((scan): StoredScan[] => {
      const answer = answers.get(scan.scanId);
      if (!answer) return [];
      const { result, reason, key } = answer;
      const known = { key: scan.key ?? key ?? undefined, outcome: { result, reason } };
      return [{ ...scan, ...known, code: undefined, ticketId: undefined, isAcknowledged: 1 }];
    });
    await this.parts.store.putHeard(heard);
    for (const scan of heard) if (isRefused(scan)) this.refusedScans.set(scan.sequence, scan);
    await this.countUnsent();
  }

  /** The server lacks scans that it had acknowledged, for example after a restored backup: they are sent again, without their codes. */
  async sendAgainFrom(sequence: number): Promise<void> {
    const { store } = this.parts;
    const lacking = (await store.allScans()).filter((scan) => scan.sequence >= sequence && scan.isAcknowledged === 1);
    await store.putScans(lacking.map((scan) => ({ ...scan, isAcknowledged: 0, decidedBy: 'phone' })));
    await this.countUnsent();
  }

  private async countUnsent(): Promise<void> {
    this.unsentCount = await this.parts.store.countOpen();
  }

  /** The current time, as scans store it. */
  private timeNow() {
    const { clock } = this.parts;
    const { offsetMs, uncertaintyMs } = clock.reckoning();
    return { at: clock.wall().toISOString(), offsetMs: Math.round(offsetMs), uncertaintyMs: Math.round(uncertaintyMs) };
  }
}

const isRefused = ({ outcome }: StoredScan): boolean => outcome?.result === 'impossible';
