import { SCANS_PER_UPLOAD, type DeviceScan, type ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import type { PhoneClock } from './clock.ts';
import { openText, sealText } from './encrypted-text.ts';
import type { Store, StoredScan } from './store.ts';

/** The content of a scan; the log adds its number, id and time. */
export type NewScan = Pick<DeviceScan, 'kind' | 'decidedBy'> &
  Partial<Pick<DeviceScan, 'code' | 'ticketId' | 'entryId' | 'people' | 'shown' | 'undoneScanId' | 'offlineManifestVersion'>> & {
    key?: string | undefined;
  };

type HeardOutcome = Pick<ScanOutcome, 'scanId' | 'result' | 'reason' | 'key'>;

/** The upload size that a slow connection still sends in time. */
const UPLOAD_BYTES = 60_000;

export type ScanLog = Awaited<ReturnType<typeof createScanLog>>;

/** The scans of this phone, numbered without gaps. What `append` and `put` return is on disk. */
export async function createScanLog(store: Store, clock: PhoneClock, sealing: CryptoKey) {
  const before = await store.allScans();
  let last = before.at(-1)?.sequence ?? 0;
  let unsent = await store.countOpen();
  /** Scans that the server refused for good, by number. */
  const refused = new Map(before.filter(isRefused).map((scan) => [scan.sequence, scan]));

  const put = async (scan: StoredScan): Promise<StoredScan> => {
    await store.putScans([scan]);
    unsent = await store.countOpen();
    return scan;
  };

  /** The current time, as scans store it. */
  const timeNow = () => {
    const { offsetMs, uncertaintyMs } = clock.reckoning();
    return { at: clock.wall().toISOString(), offsetMs: Math.round(offsetMs), uncertaintyMs: Math.round(uncertaintyMs) };
  };

  const toWire = async ({ scanId, sequence, kind, at, offsetMs, uncertaintyMs, decidedBy, ...rest }: StoredScan): Promise<DeviceScan> => {
    const { code, ticketId, entryId, people, shown, undoneScanId, offlineManifestVersion } = rest;
    return {
      scanId,
      sequence,
      kind,
      at,
      offsetMs,
      uncertaintyMs,
      decidedBy,
      ...(code && { code: await openText(sealing, code) }),
      ...(ticketId !== undefined && { ticketId }),
      ...(entryId !== undefined && { entryId, ...(people !== undefined && { people }) }),
      ...(shown && { shown }),
      ...(undoneScanId !== undefined && { undoneScanId }),
      ...(offlineManifestVersion !== undefined && { offlineManifestVersion }),
    };
  };

  return {
    unsent: () => unsent,
    refused: () => [...refused.values()],
    put,
    toWire,
    /** A scan repeated under its number and id, with the current time. */
    retimed: (scan: StoredScan): StoredScan => ({ ...scan, ...timeNow() }),
    async append({
      code,
      key,
      ticketId,
      entryId,
      people,
      shown,
      undoneScanId,
      offlineManifestVersion,
      ...scan
    }: NewScan): Promise<StoredScan> {
      const sealed = code === undefined ? undefined : await sealText(sealing, code);
      const own = { scanId: crypto.randomUUID(), sequence: last + 1, ...timeNow() };
      const stored: StoredScan = {
        ...scan,
        ...own,
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
      };
      await put(stored);
      last += 1;
      return stored;
    },
    /** The next scans to send and their wire form, at most `SCANS_PER_UPLOAD`. */
    async nextBatch(): Promise<{ stored: StoredScan[]; scans: DeviceScan[] }> {
      const stored: StoredScan[] = [];
      const scans: DeviceScan[] = [];
      let bytes = 0;
      for (const scan of (await store.openScans()).slice(0, SCANS_PER_UPLOAD)) {
        const wire = await toWire(scan);
        bytes += JSON.stringify(wire).length;
        if (scans.length > 0 && bytes > UPLOAD_BYTES) break;
        stored.push(scan);
        scans.push(wire);
      }
      return { stored, scans };
    },
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
      await store.putHeard(heard);
      for (const scan of heard) if (isRefused(scan)) refused.set(scan.sequence, scan);
      unsent = await store.countOpen();
    },
    /** The server lacks scans that it had acknowledged, for example after a restored backup: they are sent again, without their codes. */
    async sendAgainFrom(sequence: number): Promise<void> {
      const lacking = (await store.allScans()).filter((scan) => scan.sequence >= sequence && scan.isAcknowledged === 1);
      await store.putScans(lacking.map((scan) => ({ ...scan, isAcknowledged: 0, decidedBy: 'phone' })));
      unsent = await store.countOpen();
    },
  };
}

const isRefused = ({ outcome }: StoredScan): boolean => outcome?.result === 'impossible';
