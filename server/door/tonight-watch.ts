import type { Readable } from 'node:stream';
import { authenticate } from '#server/accounts/sessions.service.ts';
import { contextFor, type Context, type Deps } from '#server/platform/context.ts';
import { failureText } from '#server/platform/log.ts';
import { type LiveStream, openStreams } from './live-streams.ts';
import { readPulse } from './tonight.queries.ts';
import { readTonight } from './tonight.service.ts';

/** How often figures are sent although nothing changed. */
const READ_AGAIN_MS = 10_000;

type Watcher = { bearer: string; eventId: number | undefined };
type TonightWatch = {
  /** Opens a stream of server-sent events about an event, with the first at once. @throws event_not_found */
  open(bearer: string, eventId: number | undefined): Promise<Readable>;
  close(): void;
};

/**
 * Sends the figures of events to their watchers. While there is one, the process asks the database once a second whether anything happened,
 * and reads an event once for all of its watchers.
 */
export function watchTonight(deps: Deps): TonightWatch {
  // The route has already checked the watcher's permission and address.
  const ctx: Context = { ...contextFor(deps), isCallerLocal: () => true };
  let pulse = '';
  let readAt = 0;

  /** Checks the present rights, not those of the beginning (I13); a client renews an expired token by reconnecting. */
  const mayWatch = async ({ subject: { bearer } }: LiveStream<Watcher>): Promise<boolean> =>
    (await authenticate(ctx, bearer))?.rights.includes('door.run') === true;

  const dropUnauthorised = async (some: LiveStream<Watcher>[]): Promise<void> => {
    const answers = await Promise.all(some.map(mayWatch));
    some.filter((_, place) => !answers[place]).forEach(streams.end);
  };

  const sendFigures = async (now: number): Promise<void> => {
    const some = streams.all();
    await dropUnauthorised(some);
    for (const [eventId, group] of Map.groupBy(some, ({ subject }) => subject.eventId)) {
      const view = await readTonight(ctx, eventId);
      for (const stream of group) streams.send(stream, view, now);
    }
  };

  const poll = async (now: number): Promise<void> => {
    const seen = await readPulse(ctx.db);
    if (seen !== pulse || now - readAt >= READ_AGAIN_MS) {
      pulse = seen;
      readAt = now;
      return sendFigures(now);
    }
    const silent = streams.silent(now);
    await dropUnauthorised(silent);
    for (const stream of silent) streams.sendHeartbeat(stream, now);
  };

  const streams = openStreams<Watcher>(poll, (error) =>
    deps.log.warn({ reason: failureText(error) }, "an event's figures could not be read"),
  );

  return {
    open: async (bearer, eventId) => streams.open({ bearer, eventId }, await readTonight(ctx, eventId)),
    close: streams.close,
  };
}
