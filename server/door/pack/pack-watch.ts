import type { Readable } from 'node:stream';
import { type LiveStream, openStreams } from '#server/door/live-streams.ts';
import type { CallingPass } from '#server/door/passes/pass-calls.ts';
import { endOf } from '#server/door/passes/pass-state.ts';
import { findPass } from '#server/door/passes/passes.queries.ts';
import { contextFor, type Context, type Deps } from '#server/platform/context.ts';
import { failureText } from '#server/platform/log.ts';
import { readChanges } from './pack.service.ts';

/** `version`: what the phone has, or will have once it has read what was written; `sequence`: its last scan that the server had before that. */
type Watcher = { pass: CallingPass; version: string; sequence: number | undefined };
type PackWatch = {
  /** Opens a stream of server-sent events with the changes since a version, the first at once; a pass has one. @throws pass_ended */
  open(pass: CallingPass, since: string): Promise<Readable>;
  close(): void;
};

/** Sends the changes of packs to phones, within a second, as long as their passes last. */
export function watchPacks(deps: Deps): PackWatch {
  const ctx: Context = contextFor(deps);

  /** The number of the last scan of a pass that has not ended since its stream began; undefined once it has. */
  const lastSequenceOf = async ({ passId }: CallingPass): Promise<number | undefined> => {
    const found = await findPass(ctx.db, passId);
    return found && endOf(found.pass, found.event, ctx.clock.now()) === null ? found.pass.lastSequence : undefined;
  };

  /** A phone whose scans changed nothing hears that, too: until then its exits and undos count over its list. */
  const sendChanges = async (stream: LiveStream<Watcher>, sequence: number | undefined, now: number): Promise<void> => {
    const { subject } = stream;
    const changes = await readChanges(ctx, subject.pass, subject.version);
    if (changes.version === subject.version && sequence === subject.sequence) return;
    stream.subject = { ...subject, version: changes.version, sequence };
    streams.send(stream, changes, now);
  };

  const poll = async (now: number): Promise<void> => {
    const all = streams.all();
    const sequences = new Map(await Promise.all(all.map(async (stream) => [stream, await lastSequenceOf(stream.subject.pass)] as const)));
    all.filter((stream) => sequences.get(stream) === undefined).forEach(streams.end);
    // All at once, so that they share a reading. One that was opened meanwhile waits for the next time.
    const watched = streams.all().filter((stream) => sequences.has(stream));
    await Promise.all(watched.map((stream) => sendChanges(stream, sequences.get(stream), now)));
    for (const stream of streams.silent(now)) streams.sendHeartbeat(stream, now);
  };

  const streams = openStreams<Watcher>(poll, (error) =>
    deps.log.warn({ reason: failureText(error) }, 'the changes for phones at the door could not be read'),
  );

  return {
    async open(pass, since) {
      const sequence = await lastSequenceOf(pass);
      const changes = await readChanges(ctx, pass, since);
      for (const stream of streams.all()) if (stream.subject.pass.passId === pass.passId) streams.end(stream);
      return streams.open({ pass, version: changes.version, sequence }, changes);
    },
    close: streams.close,
  };
}
