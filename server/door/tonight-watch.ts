import type { Readable } from 'node:stream';
import { authenticate } from '#server/accounts/sessions.service.ts';
import { contextFor, type Context, type Deps } from '#server/platform/context.ts';
import { failureText } from '#server/platform/log.ts';
import type { Right } from '#shared/staff/rights.ts';
import { type LiveStream, openStreams } from './live-streams.ts';
import { readPulse } from './tonight.queries.ts';
import { figuresFor, readTonight, showTonight } from './tonight.service.ts';

/** How often figures are sent even if nothing changed. */
const READ_AGAIN_MS = 10_000;

type Watcher = { bearer: string; eventId: number | undefined };
type TonightWatch = {
  /** Opens a stream of server-sent events about an event, the first at once. @throws unauthorized, event_not_found */
  open(caller: Context, watcher: Watcher): Promise<Readable>;
  close(): void;
};

/**
 * Sends the figures of events to their watchers. While any are connected, the process polls the database once a second for changes and
 * reads an event once for all watchers; each gets what its rights allow.
 */
export function watchTonight(deps: Deps): TonightWatch {
  // The route has already checked the watcher's permission and address.
  const ctx: Context = { ...contextFor(deps), isCallerLocal: () => true };
  let pulse = '';
  let readAt = 0;

  /** The current rights, not those at the start (I13); a client renews an expired token by reconnecting. */
  const rightsNow = async ({ subject: { bearer } }: LiveStream<Watcher>): Promise<readonly Right[]> =>
    (await authenticate(ctx, bearer))?.rights ?? [];

  /** Ends the streams of watchers who may no longer run the door; returns the others with their rights. */
  const checkWatchers = async (some: LiveStream<Watcher>[]): Promise<{ stream: LiveStream<Watcher>; rights: readonly Right[] }[]> => {
    const rights = await Promise.all(some.map(rightsNow));
    const checked = some.map((stream, place) => ({ stream, rights: rights[place] ?? [] }));
    const present = checked.filter((watcher) => watcher.rights.includes('door.run'));
    for (const watcher of checked) if (!present.includes(watcher)) streams.end(watcher.stream);
    return present;
  };

  const sendFigures = async (now: number): Promise<void> => {
    const watchers = await checkWatchers(streams.all());
    for (const [eventId, group] of Map.groupBy(watchers, ({ stream }) => stream.subject.eventId)) {
      const view = await readTonight(ctx, eventId);
      for (const { stream, rights } of group) streams.send(stream, figuresFor(rights, view), now);
    }
  };

  const poll = async (now: number): Promise<void> => {
    const seen = await readPulse(ctx.db);
    if (seen !== pulse || now - readAt >= READ_AGAIN_MS) {
      pulse = seen;
      readAt = now;
      return sendFigures(now);
    }
    for (const { stream } of await checkWatchers(streams.silent(now))) streams.sendHeartbeat(stream, now);
  };

  const streams = openStreams<Watcher>(poll, (error) =>
    deps.log.warn({ reason: failureText(error) }, "an event's figures could not be read"),
  );

  return {
    open: async (caller, watcher) => streams.open(watcher, await showTonight(caller, watcher.eventId)),
    close: streams.close,
  };
}
