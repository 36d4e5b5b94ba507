import type { Readable } from 'node:stream';
import { type LiveStream, openStreams } from '#server/door/live-streams.ts';
import type { CallingPass } from '#server/door/passes/pass-calls.ts';
import { endOf } from '#server/door/passes/pass-state.ts';
import { findPass } from '#server/door/passes/passes.queries.ts';
import { contextFor, type Context, type Deps } from '#server/platform/context.ts';
import { failureText } from '#server/platform/log.ts';
import { readChanges } from './pack.service.ts';

/** `version`: what the phone has, or will have after reading what was written. */
type Watcher = { pass: CallingPass; version: string };
type PackWatch = {
  /** Opens a stream of server-sent events with the changes since a version, the first at once; one stream per pass. @throws pass_ended */
  open(pass: CallingPass, since: string): Promise<Readable>;
  close(): void;
};

/** Sends changes of packs to phones within a second, while their passes last. */
export function watchPacks(deps: Deps): PackWatch {
  const ctx: Context = contextFor(deps);

  /** The number of the last scan of a pass; undefined if the pass ended after its stream began. */
  const lastSequenceOf = async ({ passId }: CallingPass): Promise<number | undefined> => {
    const found = await findPass(ctx.db, passId);
    return found && endOf(found.pass, found.event, ctx.clock.now()) === null ? found.pass.lastSequence : undefined;
  };

  /** A phone is told even if its scans changed nothing: until then it applies its exits and undos on top of its pack. */
  const sendChanges = async (stream: LiveStream<Watcher>, lastSequence: number, now: number): Promise<void> => {
    const { version, pass } = stream.subject;
    const changes = await readChanges(ctx, { ...pass, lastSequence }, version);
    if (changes.version === version && lastSequence === pass.lastSequence) return;
    stream.subject = { pass: { ...pass, lastSequence }, version: changes.version };
    streams.send(stream, changes, now);
  };

  const poll = async (now: number): Promise<void> => {
    const all = streams.all();
    const sequences = new Map(await Promise.all(all.map(async (stream) => [stream, await lastSequenceOf(stream.subject.pass)] as const)));
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
    async open(pass, since) {
      const changes = await readChanges(ctx, pass, since);
      for (const stream of streams.all()) if (stream.subject.pass.passId === pass.passId) streams.end(stream);
      return streams.open({ pass, version: changes.version }, changes);
    },
    close: streams.close,
  };
}
