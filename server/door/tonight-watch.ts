import { PassThrough, type Readable } from 'node:stream';
import type { TonightView } from '#shared/staff/tonight.contract.ts';
import { authenticate } from '#server/accounts/sessions.service.ts';
import { contextFor, type Context, type Deps } from '#server/platform/context.ts';
import { failureText } from '#server/platform/log.ts';
import { readPulse } from './tonight.queries.ts';
import { readTonight } from './tonight.service.ts';

/** How often the database is polled; how often figures are sent although nothing changed; how often a heartbeat is sent. */
const POLL_MS = 1_000;
const READ_AGAIN_MS = 10_000;
const SIGN_OF_LIFE_MS = 5_000;
/** A client that does not read its stream is disconnected and comes back when its network does. */
const WAITING_MAX_BYTES = 1_000_000;

type Watcher = { bearer: string; eventId: number | undefined; out: PassThrough; sentAt: number };
type TonightWatch = {
  /** Opens a stream of server-sent events about an event, with the first at once. @throws event_not_found */
  open(bearer: string, eventId: number | undefined): Promise<Readable>;
  /** Ends every stream: clients reconnect to another process, or to this one's next start. */
  close(): void;
};

/**
 * Sends the figures of events to their watchers. While there is one, the process asks the database once a second whether anything happened,
 * and reads an event once for all of its watchers.
 */
export function watchTonight(deps: Deps): TonightWatch {
  const watchers = new Set<Watcher>();
  // The route has already checked the watcher's permission and address.
  const ctx: Context = { ...contextFor(deps), isCallerLocal: () => true };
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let pulse = '';
  let readAt = 0;

  const leave = (watcher: Watcher): void => {
    watchers.delete(watcher);
    watcher.out.end();
  };

  /** Checks the present rights, not those of the beginning (I13); a client renews an expired token by reconnecting. */
  const mayWatch = async ({ bearer }: Watcher): Promise<boolean> => (await authenticate(ctx, bearer))?.rights.includes('door.run') === true;

  const dropUnauthorised = async (some: Watcher[]): Promise<void> => {
    const answers = await Promise.all(some.map(mayWatch));
    some.filter((_, place) => !answers[place]).forEach(leave);
  };

  const tell = async (now: number): Promise<void> => {
    const some = [...watchers];
    await dropUnauthorised(some);
    for (const [eventId, group] of Map.groupBy(some, (watcher) => watcher.eventId)) {
      const text = toEvent(await readTonight(ctx, eventId));
      for (const watcher of group) if (watchers.has(watcher)) write(watcher, text, now);
    }
  };

  const write = (watcher: Watcher, text: string, now: number): void => {
    if (watcher.out.writableLength > WAITING_MAX_BYTES) return leave(watcher);
    watcher.sentAt = now;
    watcher.out.write(text);
  };

  const look = async (): Promise<void> => {
    const now = Date.now();
    const seen = await readPulse(ctx.db);
    if (seen !== pulse || now - readAt >= READ_AGAIN_MS) {
      pulse = seen;
      readAt = now;
      return tell(now);
    }
    const silent = [...watchers].filter(({ sentAt }) => now - sentAt >= SIGN_OF_LIFE_MS);
    await dropUnauthorised(silent);
    for (const watcher of silent) if (watchers.has(watcher)) write(watcher, ':\n\n', now);
  };

  const schedule = (): void => {
    if (timer || isClosed || watchers.size === 0) return;
    timer = setTimeout(() => {
      // Without the database nothing is sent, and screens show that they are out of date.
      void look()
        .catch((error: unknown) => deps.log.warn({ reason: failureText(error) }, "an event's figures could not be read"))
        .finally(() => {
          timer = undefined;
          schedule();
        });
    }, POLL_MS);
  };

  return {
    async open(bearer, eventId) {
      const watcher: Watcher = { bearer, eventId, out: new PassThrough(), sentAt: Date.now() };
      watcher.out.write(toEvent(await readTonight(ctx, eventId)));
      watcher.out.once('close', () => watchers.delete(watcher));
      if (isClosed) watcher.out.end();
      else watchers.add(watcher);
      schedule();
      return watcher.out;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      [...watchers].forEach(leave);
    },
  };
}

const toEvent = (view: TonightView): string => `data: ${JSON.stringify(view)}\n\n`;
