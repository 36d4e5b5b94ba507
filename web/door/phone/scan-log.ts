import { z } from 'zod';
import { SCANS_PER_UPLOAD, type DeviceScan, type ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import type { Answered } from '#shared/door/questions.ts';
import type { PhoneClock } from './clock.ts';
import { openText, sealText } from './encrypted-text.ts';
import { isAdmission } from './own-scans.ts';
import { isFullDisk, type LateReason, type Store, type StoredScan } from './store.ts';

/** The guest of a scan as the card of a conflict names them. */
export const ConflictGuest = z.object({ firstName: z.string(), lastName: z.string(), birthdate: z.string(), ticketId: z.number() });
export type ConflictGuest = z.infer<typeof ConflictGuest>;

/** The content of a scan; the log adds its number, id, time and version of the offline manifest. */
export type NewScan = Pick<DeviceScan, 'kind' | 'decidedBy'> &
  Partial<Pick<DeviceScan, 'code' | 'ticketId' | 'entryId' | 'people' | 'shown' | 'undoneScanId' | 'because' | 'refund'>> & {
    answered?: Answered | undefined;
    key?: string | undefined;
    /** Of whom the phone could open the row. */
    guest?: ConflictGuest | undefined;
  };

type HeardOutcome = Pick<ScanOutcome, 'scanId' | 'result' | 'reason' | 'key' | 'refundAt'>;

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
  return new ScanLog(parts, await parts.store.allScans());
}

/** The scans of this phone, numbered without gaps. What `append` and `put` return is on disk. */
export class ScanLog {
  private readonly parts: Parts;
  private lastSequence: number;
  /** What is on disk, by number. */
  private readonly scans: Map<number, StoredScan>;

  constructor(parts: Parts, stored: readonly StoredScan[]) {
    this.parts = parts;
    this.lastSequence = stored.at(-1)?.sequence ?? 0;
    this.scans = new Map(stored.map((scan) => [scan.sequence, scan]));
  }

  /** All scans by number. */
  all = (): StoredScan[] => [...this.scans.values()];

  /** How many scans the server has not acknowledged. */
  unsent = (): number => this.all().filter(({ isAcknowledged }) => isAcknowledged === 0).length;

  /** Scans that the server refused for good. */
  refused = (): StoredScan[] => this.all().filter(({ outcome }) => outcome?.result === 'impossible');

  /** @throws DOMException if the storage is full */
  async put(scan: StoredScan): Promise<StoredScan> {
    const { store, onFull } = this.parts;
    try {
      await store.putScans([scan]);
    } catch (error) {
      if (isFullDisk(error)) onFull();
      throw error;
    }
    this.note([scan]);
    return scan;
  }

  /** Stores a new scan. @throws DOMException if the storage is full */
  async append({ code, guest, ...scan }: NewScan): Promise<StoredScan> {
    const { sealing, offlineManifestVersion } = this.parts;
    const sealed = {
      code: code === undefined ? undefined : await sealText(sealing, code),
      guest: guest && (await sealText(sealing, JSON.stringify(guest))),
    };
    const stored = await this.put({
      ...scan,
      ...sealed,
      scanId: crypto.randomUUID(),
      sequence: this.lastSequence + 1,
      ...this.timeNow(),
      offlineManifestVersion: offlineManifestVersion(),
      isAcknowledged: 0,
    });
    this.lastSequence += 1;
    return stored;
  }

  /** A scan repeated under its number and id, with the current time. */
  retimed = (scan: StoredScan): StoredScan => ({ ...scan, ...this.timeNow() });

  /** The guest of a scan, if the phone could open the row; undefined once deleted. */
  async guestOf({ guest }: StoredScan): Promise<ConflictGuest | undefined> {
    return guest && ConflictGuest.parse(JSON.parse(await openText(this.parts.sealing, guest)));
  }

  async toWire({ scanId, sequence, kind, at, offsetMs, uncertaintyMs, decidedBy, ...rest }: StoredScan): Promise<DeviceScan> {
    const { code, ticketId, entryId, people, shown, undoneScanId, answered, because, offlineManifestVersion } = rest;
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
      ...(answered && { answered: [...answered] }),
      ...(because && { because }),
      ...(rest.refund && { refund: rest.refund }),
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
      const { result, reason, key, refundAt } = answer;
      const known = { key: scan.key ?? key ?? undefined, outcome: { result, reason, refundAt } };
      const lateCode = isNameless(scan) ? (scan.lateCode ?? scan.code) : undefined;
      return [{ ...scan, ...known, lateCode, code: undefined, ticketId: undefined, isAcknowledged: 1 }];
    });
    this.note(await this.parts.store.putHeard(heard));
  }

  /** The server lacks scans that it had acknowledged, for example after a restored backup: they are sent again, without their codes. */
  async sendAgainFrom(sequence: number): Promise<void> {
    const lacking = this.all().filter((scan) => scan.sequence >= sequence && scan.isAcknowledged === 1);
    const again = lacking.map((scan): StoredScan => ({ ...scan, isAcknowledged: 0, decidedBy: 'phone' }));
    await this.parts.store.putScans(again);
    this.note(again);
  }

  /** Stores whose row arrived late, and why staff must look for the guest, if they must. Deletes the code. */
  async storeLate(scan: StoredScan, guest: ConflictGuest, late: LateReason | undefined): Promise<void> {
    const sealed = await sealText(this.parts.sealing, JSON.stringify(guest));
    await this.put({ ...scan, guest: sealed, late, lateCode: undefined });
  }

  /** The code of a scan whose guest was unknown. */
  async codeOf({ lateCode, code }: StoredScan): Promise<string | undefined> {
    const sealed = lateCode ?? code;
    return sealed && openText(this.parts.sealing, sealed);
  }

  private note(scans: readonly StoredScan[]): void {
    for (const scan of scans) this.scans.set(scan.sequence, scan);
  }

  /** The current time, as scans store it. */
  private timeNow() {
    const { clock } = this.parts;
    const { offsetMs, uncertaintyMs } = clock.reckoning();
    return { at: clock.wall().toISOString(), offsetMs: Math.round(offsetMs), uncertaintyMs: Math.round(uncertaintyMs) };
  }
}

/** A ticket was admitted whose row the phone did not have. */
export const isNameless = (scan: StoredScan): boolean =>
  isAdmission(scan) &&
  !scan.answered?.includes('other_event') &&
  scan.guest === undefined &&
  scan.entryId === undefined &&
  scan.key !== undefined;
