import { urlOf } from '#shared/contract.ts';
import type { ChangesView, OfflineManifestView } from '#shared/door/offline-manifest.ts';
import { scannerDeviceContract } from '#shared/door/scanner-device.contract.ts';
import { SECOND_MS } from '#shared/durations.ts';
import { ApiError } from '#shared/errors.ts';
import { eventsOf } from '#web/lib/live-stream.ts';
import { isDeviceOver, MANIFEST_TIMEOUT_MS, type ScannerDeviceCalls } from './signed-send.ts';
import { isFullDisk } from './store.ts';

/** The server sends a heartbeat every five seconds. */
const SILENT_AFTER_MS = 8 * SECOND_MS;
const RETRY_MS = 1.5 * SECOND_MS;
/** How often the phone reports its state and clock; a scanner device that is silent for minutes raises an alert. */
const REPORT_MS = 30 * SECOND_MS;

/** The scanner device whose offline manifest is followed. */
type Device = {
  /** The version of the offline manifest that is stored. */
  version: () => string | undefined;
  /** Sends unsent scans and the phone's state. @throws ApiError */
  send: () => Promise<void>;
  storeManifest: (view: OfflineManifestView) => Promise<void>;
  storeChanges: (changes: ChangesView) => Promise<void>;
  /** Something arrived from the server. */
  heard: () => void;
  /** A call failed. */
  lost: () => void;
  /** The server says that the scanner device is over. */
  end: () => void;
};

/**
 * Keeps the offline manifest current until stopped: sends unsent scans, then gets the offline manifest, then its changes. A broken stream is
 * opened again, and its first event has everything that was missed. If a proxy holds streams back, each attempt asks once instead.
 */
export class ChangesFollower {
  private readonly calls: ScannerDeviceCalls;
  private readonly device: Device;
  private readonly stopped = new AbortController();
  private readonly sending = createRest(this.stopped.signal);
  private readonly following = createRest(this.stopped.signal);
  /** Aborts the open stream. */
  private streaming = new AbortController();

  constructor(calls: ScannerDeviceCalls, device: Device) {
    this.calls = calls;
    this.device = device;
  }

  start(): void {
    const wakeBoth = () => {
      this.wake();
      this.renew();
    };
    globalThis.addEventListener?.('online', wakeBoth, { signal: this.stopped.signal });
    void this.sendUntilStopped();
    void this.followUntilStopped();
  }

  stop(): void {
    this.stopped.abort();
  }

  /** Something is to be sent. */
  wake(): void {
    this.sending.wake();
  }

  /** Uploads in the background while the stream is open. */
  private async sendUntilStopped(): Promise<void> {
    let hasFailed = false;
    while (!this.stopped.signal.aborted) {
      try {
        await this.device.send();
        if (hasFailed) this.renew();
        hasFailed = false;
      } catch (error) {
        hasFailed = true;
        this.fail(error);
      }
      await this.sending.rest(hasFailed ? RETRY_MS : REPORT_MS);
    }
  }

  private async followUntilStopped(): Promise<void> {
    let goesOn = true;
    while (goesOn && !this.stopped.signal.aborted) goesOn = await this.followOnce();
  }

  /** Returns false once the scanner device is over. */
  private async followOnce(): Promise<boolean> {
    const version = this.device.version();
    try {
      if (version === undefined) {
        await this.fetchManifest();
        return true;
      }
      await this.stream(version);
    } catch {
      if (this.stopped.signal.aborted) return false;
      try {
        await this.poll();
      } catch (error) {
        this.fail(error);
        if (isDeviceOver(error)) return false;
      }
    }
    await this.following.rest(RETRY_MS);
    return true;
  }

  private async fetchManifest(): Promise<void> {
    const view = await this.calls.offlineManifest({}, { timeoutMs: MANIFEST_TIMEOUT_MS });
    await this.unlessStopped(() => this.device.storeManifest(view));
    this.device.heard();
  }

  private async stream(since: string): Promise<void> {
    const own = new AbortController();
    this.streaming = own;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waitForNext = () => {
      clearTimeout(timer);
      timer = setTimeout(() => own.abort(), SILENT_AFTER_MS);
    };
    const hear = () => {
      waitForNext();
      this.device.heard();
    };
    waitForNext();
    try {
      const url = urlOf(scannerDeviceContract.changesStream, { since });
      const { status, body } = await this.calls.openStream(url, AbortSignal.any([this.stopped.signal, own.signal]));
      if (!body) throw new ApiError(status, {});
      for await (const data of eventsOf(body, hear)) await this.unlessStopped(() => this.device.storeChanges(JSON.parse(data)));
    } finally {
      clearTimeout(timer);
    }
  }

  private async poll(): Promise<void> {
    const changes = await this.calls.changes({ since: this.device.version() ?? '' });
    await this.unlessStopped(() => this.device.storeChanges(changes));
    this.device.heard();
  }

  /** A stream from before a network loss may be dead; a new one brings the changes by other doors at once. */
  private renew(): void {
    this.streaming.abort();
    this.following.wake();
  }

  private fail(error: unknown): void {
    if (isDeviceOver(error)) this.device.end();
    // A full disk does not mean that the network is gone.
    else if (!isFullDisk(error)) this.device.lost();
  }

  /** An answer that arrives after the end must not be stored, because everything has been deleted. */
  private async unlessStopped(write: () => Promise<void>): Promise<void> {
    if (!this.stopped.signal.aborted) await write();
  }
}

/** A pause that ends early when woken, also if woken just before it. */
function createRest(stopped: AbortSignal): { rest: (ms: number) => Promise<void>; wake: () => void } {
  let woken = Promise.withResolvers<void>();
  stopped.addEventListener('abort', () => woken.resolve());
  return {
    async rest(ms) {
      const timer = setTimeout(() => woken.resolve(), ms);
      await woken.promise;
      clearTimeout(timer);
      if (!stopped.aborted) woken = Promise.withResolvers();
    },
    wake: () => woken.resolve(),
  };
}
