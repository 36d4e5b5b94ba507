import { urlOf } from '#shared/contract.ts';
import type { ChangesView, OfflineManifestView } from '#shared/door/offline-manifest.ts';
import { scannerDeviceContract } from '#shared/door/scanner-device.contract.ts';
import { SECOND_MS } from '#shared/durations.ts';
import { ApiError } from '#shared/errors.ts';
import { eventsOf } from '#web/lib/live-stream.ts';
import { PACK_TIMEOUT_MS, type ScannerDeviceCalls } from './signed-send.ts';
import { isFullDisk, type StoredOfflineManifest } from './store.ts';

/** The server sends a heartbeat every five seconds. */
const SILENT_AFTER_MS = 12 * SECOND_MS;
const RETRY_MS = 1.5 * SECOND_MS;
/** How often the phone reports its state and clock; a scanner device that is silent for minutes raises an alert. */
const REPORT_MS = 30 * SECOND_MS;

export type Following = { stop: () => void; /** Something is to be sent, or the network may be back. */ wake: () => void };

type Line = {
  calls: ScannerDeviceCalls;
  /** Sends unsent scans and the phone's state. @throws ApiError */
  send: () => Promise<void>;
  offlineManifest: () => StoredOfflineManifest | undefined;
  storeOfflineManifest: (view: OfflineManifestView) => Promise<void>;
  storeChanges: (changes: ChangesView) => Promise<void>;
  onLine: (isAlive: boolean) => void;
  isOver: (error: unknown) => boolean;
  onOver: () => void;
};

/**
 * Keeps the offline manifest current until stopped: sends unsent scans, then gets the offline manifest, then its changes. A broken stream is opened again, and its
 * first event has everything that was missed. If a proxy holds streams back, each attempt asks once instead.
 */
export function followChanges({
  calls,
  send,
  offlineManifest,
  storeOfflineManifest,
  storeChanges,
  onLine,
  isOver,
  onOver,
}: Line): Following {
  const stopped = new AbortController();
  const sending = createRest(stopped.signal);
  const following = createRest(stopped.signal);

  /** An answer that arrives after the end must not be stored, because everything has been deleted. */
  const unlessStopped = async (write: () => Promise<void>): Promise<void> => {
    if (!stopped.signal.aborted) await write();
  };

  let silent = new AbortController();
  const stream = async (since: string): Promise<void> => {
    silent = new AbortController();
    const own = silent;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hear = () => {
      clearTimeout(timer);
      timer = setTimeout(() => own.abort(), SILENT_AFTER_MS);
      onLine(true);
    };
    timer = setTimeout(() => own.abort(), SILENT_AFTER_MS);
    try {
      const url = urlOf(scannerDeviceContract.changesStream, { since });
      const { status, body } = await calls.openStream(url, AbortSignal.any([stopped.signal, own.signal]));
      if (!body) throw new ApiError(status, {});
      for await (const data of eventsOf(body, hear)) await unlessStopped(() => storeChanges(JSON.parse(data)));
    } finally {
      clearTimeout(timer);
    }
  };

  /** A stream from before a network loss may be dead; a new one brings the changes by other doors at once. */
  const renew = (): void => {
    silent.abort();
    following.wake();
  };

  const fail = (error: unknown): void => {
    if (isOver(error)) onOver();
    // A full disk does not mean that the network is gone.
    else if (!isFullDisk(error)) onLine(false);
  };

  /** Uploads in the background while the stream is open. */
  const sendLoop = async (): Promise<void> => {
    let hasFailed = false;
    while (!stopped.signal.aborted) {
      try {
        await send();
        if (hasFailed) renew();
        hasFailed = false;
      } catch (error) {
        hasFailed = true;
        fail(error);
      }
      await sending.rest(hasFailed ? RETRY_MS : REPORT_MS);
    }
  };

  const poll = async (since: string): Promise<void> => {
    const changes = await calls.changes({ since });
    await unlessStopped(() => storeChanges(changes));
    onLine(true);
  };

  /** Returns false once the scanner device is over. */
  const followOnce = async (): Promise<boolean> => {
    const list = offlineManifest();
    try {
      if (list) await stream(list.version);
      else {
        const view = await calls.offlineManifest({}, { timeoutMs: PACK_TIMEOUT_MS });
        await unlessStopped(() => storeOfflineManifest(view));
        onLine(true);
        return true;
      }
    } catch {
      if (stopped.signal.aborted) return false;
      try {
        await poll(offlineManifest()?.version ?? '');
      } catch (error) {
        fail(error);
        if (isOver(error)) return false;
      }
    }
    await following.rest(RETRY_MS);
    return true;
  };

  const followLoop = async (): Promise<void> => {
    let goesOn = true;
    while (goesOn && !stopped.signal.aborted) goesOn = await followOnce();
  };

  const wake = () => {
    sending.wake();
    renew();
  };
  globalThis.addEventListener?.('online', wake, { signal: stopped.signal });
  void sendLoop();
  void followLoop();
  return { stop: () => stopped.abort(), wake: sending.wake };
}

/** A pause that ends early when woken, also if woken just before it. */
function createRest(stopped: AbortSignal): { rest: (ms: number) => Promise<void>; wake: () => void } {
  let isWoken = false;
  let end = (): void => undefined;
  return {
    rest: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => end(), ms);
        end = () => {
          clearTimeout(timer);
          stopped.removeEventListener('abort', end);
          isWoken = false;
          end = () => undefined;
          resolve();
        };
        stopped.addEventListener('abort', end);
        if (isWoken || stopped.aborted) end();
      }),
    wake() {
      isWoken = true;
      end();
    },
  };
}
