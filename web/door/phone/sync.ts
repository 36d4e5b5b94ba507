import { ApiError } from '#shared/errors.ts';
import type { PhoneReport, ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import type { PhoneClock } from './clock.ts';
import type { ScanLog } from './scan-log.ts';
import type { ScannerDeviceCalls } from './signed-send.ts';
import type { StoredScan } from './store.ts';

/** If a live question is not answered within this time, the phone decides alone. */
const LIVE_MS = 400;

export type Uploads = ReturnType<typeof createUploads>;

type Parts = {
  calls: Pick<ScannerDeviceCalls, 'scans'>;
  log: ScanLog;
  clock: PhoneClock;
  offlineManifestVersion: () => string | undefined;
};

/** Sends the scans of a phone in order. Scans that are not acknowledged are sent again; nothing else is removed. */
export function createUploads({ calls, log, clock, offlineManifestVersion }: Parts) {
  let running: Promise<void> | undefined;

  const report = (unsent: number): PhoneReport => {
    const { offsetMs, uncertaintyMs } = clock.reckoning();
    return {
      unsent,
      offlineManifestVersion: offlineManifestVersion() ?? null,
      offsetMs: Math.round(offsetMs),
      uncertaintyMs: Math.round(uncertaintyMs),
    };
  };

  const sendAll = async (): Promise<void> => {
    for (let isFirst = true; isFirst || log.unsent() > 0; isFirst = false) {
      const { stored, scans } = await log.nextBatch();
      // What is no longer on disk can never be sent.
      if (!isFirst && stored.length === 0) return;
      try {
        const receipt = await calls.scans({ body: { scans, report: report(Math.max(0, log.unsent() - stored.length)) } });
        await log.acknowledge(stored, receipt.outcomes);
      } catch (error) {
        const expected = missingFrom(error);
        if (expected === undefined) throw error;
        await log.sendAgainFrom(expected);
      }
    }
  };

  return {
    /** Sends everything and the phone's state; concurrent calls share one run. @throws ApiError */
    async sendAll(): Promise<void> {
      running ??= sendAll().finally(() => {
        running = undefined;
      });
      return running;
    },
    /** Asks the server about the only unsent scan. Undefined if it does not answer in time. @throws ApiError device_ended, device_unknown */
    async ask(scan: StoredScan, limitMs: number = LIVE_MS): Promise<ScanOutcome | undefined> {
      const signal = AbortSignal.timeout(limitMs);
      try {
        const body = { scans: [await log.toWire(scan)], report: report(0) };
        // The signal does not abort what comes before the request, such as signing.
        const answer = calls.scans({ body }, { signal });
        const receipt = await Promise.race([answer, whenAborted(signal)]);
        return receipt.outcomes[0];
      } catch (error) {
        if (error instanceof ApiError && (error.status === 410 || error.body.code === 'device_unknown')) throw error;
        return undefined;
      }
    },
  };
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new ApiError(0, {})));
  });

function missingFrom(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.body.code !== 'scans_missing') return undefined;
  const expected = Number(error.body.params?.['expected']);
  return Number.isInteger(expected) ? expected : undefined;
}
