import type { Readable } from 'node:stream';
import { type LiveStream, openStreams } from '#server/door/live-streams.ts';
import type { CallingDevice } from '#server/door/scanner-devices/device-calls.ts';
import { endOf } from '#server/door/scanner-devices/device-state.ts';
import { findScannerDevice } from '#server/door/scanner-devices/scanner-devices.queries.ts';
import { contextFor, type Context, type Deps } from '#server/platform/context.ts';
import { failureText } from '#server/platform/log.ts';
import { readChanges } from './offline-manifest.service.ts';

/** `version` and `after`: what the phone has, or will have after reading what was written. */
type Watcher = { scannerDevice: CallingDevice; version: string; after: number };
type OfflineManifestWatch = {
  /** Opens a stream of server-sent events with the changes since a version, the first at once; one stream per scanner device and process. @throws device_ended */
  open(scannerDevice: CallingDevice, since: string): Promise<Readable>;
  close(): void;
};

/** Sends changes of offline manifests to phones within a second, while their scanner devices last. */
export function watchOfflineManifests(deps: Deps): OfflineManifestWatch {
  const ctx: Context = contextFor(deps);

  /** Reads the rights of a scanner device again, or ends its stream if it ended after that began. */
  const refresh = async (stream: LiveStream<Watcher>): Promise<void> => {
    const { scannerDevice } = stream.subject;
    const found = await findScannerDevice(ctx.db, scannerDevice.scannerDeviceId);
    if (!found || endOf(found.scannerDevice, found.event, ctx.clock.now()) !== null) streams.end(stream);
    else stream.subject = { ...stream.subject, scannerDevice: { ...scannerDevice, rights: found.scannerDevice.rights } };
  };

  /** A phone is told even if its scans changed nothing: until then it applies its exits and undos on top of its offline manifest. */
  const sendChanges = async (stream: LiveStream<Watcher>, now: number): Promise<void> => {
    const { version, after, scannerDevice } = stream.subject;
    const changes = await readChanges(ctx, scannerDevice, version);
    if (changes.version === version && changes.after === after) return;
    stream.subject = { scannerDevice, version: changes.version, after: changes.after };
    streams.send(stream, changes, now);
  };

  const poll = async (now: number): Promise<void> => {
    await Promise.all(streams.all().map(refresh));
    // All at once, to share one reading.
    await Promise.all(streams.all().map((stream) => sendChanges(stream, now)));
    for (const stream of streams.silent(now)) streams.sendHeartbeat(stream, now);
  };

  const streams = openStreams<Watcher>(poll, (error) =>
    deps.log.warn({ reason: failureText(error) }, 'the changes for phones at the door could not be read'),
  );

  return {
    async open(scannerDevice, since) {
      const changes = await readChanges(ctx, scannerDevice, since);
      for (const stream of streams.all())
        if (stream.subject.scannerDevice.scannerDeviceId === scannerDevice.scannerDeviceId) streams.end(stream);
      return streams.open({ scannerDevice, version: changes.version, after: changes.after }, changes);
    },
    close: streams.close,
  };
}
