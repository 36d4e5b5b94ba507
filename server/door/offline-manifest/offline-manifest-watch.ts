import type { Readable } from 'node:stream';
import { type LiveStream, openStreams } from '#server/door/live-streams.ts';
import type { CallingDevice } from '#server/door/scanner-devices/device-calls.ts';
import { endOf } from '#server/door/scanner-devices/device-state.ts';
import { findScannerDevice } from '#server/door/scanner-devices/scanner-devices.queries.ts';
import { contextFor, type Context, type Deps } from '#server/platform/context.ts';
import { failureText } from '#server/platform/log.ts';
import { readChanges } from './offline-manifest.service.ts';

/** `version`: what the phone has, or will have after reading what was written. */
type Watcher = { scannerDevice: CallingDevice; version: string };
type OfflineManifestWatch = {
  /** Opens a stream of server-sent events with the changes since a version, the first at once; one stream per scanner device. @throws device_ended */
  open(scannerDevice: CallingDevice, since: string): Promise<Readable>;
  close(): void;
};

/** Sends changes of offline manifests to phones within a second, while their scanner devices last. */
export function watchOfflineManifests(deps: Deps): OfflineManifestWatch {
  const ctx: Context = contextFor(deps);

  /** The number of the last scan of a scanner device; undefined if the scanner device ended after its stream began. */
  const lastSequenceOf = async ({ scannerDeviceId }: CallingDevice): Promise<number | undefined> => {
    const found = await findScannerDevice(ctx.db, scannerDeviceId);
    return found && endOf(found.scannerDevice, found.event, ctx.clock.now()) === null ? found.scannerDevice.lastSequence : undefined;
  };

  /** A phone is told even if its scans changed nothing: until then it applies its exits and undos on top of its offline manifest. */
  const sendChanges = async (stream: LiveStream<Watcher>, lastSequence: number, now: number): Promise<void> => {
    const { version, scannerDevice } = stream.subject;
    const changes = await readChanges(ctx, { ...scannerDevice, lastSequence }, version);
    if (changes.version === version && lastSequence === scannerDevice.lastSequence) return;
    stream.subject = { scannerDevice: { ...scannerDevice, lastSequence }, version: changes.version };
    streams.send(stream, changes, now);
  };

  const poll = async (now: number): Promise<void> => {
    const all = streams.all();
    const sequences = new Map(
      await Promise.all(all.map(async (stream) => [stream, await lastSequenceOf(stream.subject.scannerDevice)] as const)),
    );
    all.filter((stream) => sequences.get(stream) === undefined).forEach(streams.end);
    // All at once, to share one reading. A stream opened during it waits for the next poll.
    const send = (stream: LiveStream<Watcher>) => {
      const sequence = sequences.get(stream);
      return sequence === undefined ? undefined : sendChanges(stream, sequence, now);
    };
    await Promise.all(streams.all().map(send));
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
      return streams.open({ scannerDevice, version: changes.version }, changes);
    },
    close: streams.close,
  };
}
