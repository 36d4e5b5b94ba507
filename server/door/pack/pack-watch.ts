import type { Readable } from 'node:stream';
import { type LiveStream, openStreams } from '#server/door/live-streams.ts';
import type { CallingPass } from '#server/door/passes/pass-calls.ts';
import { endOf } from '#server/door/passes/pass-state.ts';
import { findPass } from '#server/door/passes/passes.queries.ts';
import { contextFor, type Context, type Deps } from '#server/platform/context.ts';
import { failureText } from '#server/platform/log.ts';
import { readChanges } from './pack.service.ts';

/** `version`: what the phone has, or will have once it has read what was written. */
type Watcher = { pass: CallingPass; version: string };
type PackWatch = {
  /** Opens a stream of server-sent events with the changes since a version, the first at once; a pass has one. @throws pass_ended */
  open(pass: CallingPass, since: string): Promise<Readable>;
  close(): void;
};

/** Sends the changes of packs to phones, within a second, as long as their passes last. */
export function watchPacks(deps: Deps): PackWatch {
  const ctx: Context = contextFor(deps);

  /** Returns true if the pass has not ended since its stream began. */
  const isLive = async ({ subject: { pass } }: LiveStream<Watcher>): Promise<boolean> => {
    const found = await findPass(ctx.db, pass.passId);
    return found !== undefined && endOf(found.pass, found.event, ctx.clock.now()) === null;
  };

  const sendChanges = async (stream: LiveStream<Watcher>, now: number): Promise<void> => {
    const { pass, version } = stream.subject;
    const changes = await readChanges(ctx, pass, version);
    if (changes.version === version) return;
    stream.subject.version = changes.version;
    streams.send(stream, changes, now);
  };

  const poll = async (now: number): Promise<void> => {
    const all = streams.all();
    const live = await Promise.all(all.map(isLive));
    all.filter((_, place) => !live[place]).forEach(streams.end);
    // All at once, so that they share a reading.
    await Promise.all(streams.all().map((stream) => sendChanges(stream, now)));
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
