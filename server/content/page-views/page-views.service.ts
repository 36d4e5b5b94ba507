import type { Context } from '#server/platform/context.ts';
import { createQuota, addressKey, shareOf } from '#server/platform/limits/quota.ts';
import type { Language } from '#shared/constants.ts';
import { venueDay } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { addViews, type NewViews } from './page-views.queries.ts';

const WRITE_AFTER_MS = 1_000;
/** Per address, and high, because a carrier puts a whole club behind one address. */
const VIEWS_A_MINUTE = 120;
/** The maximum of different pages kept in memory while the database is unavailable. */
const ROWS_MAX = 5_000;

type View = { path: string; language: Language };
/** Used to decide whether a view counts; never stored. */
type Viewer = { address: string; userAgent: string | undefined };

type PageViewCounter = {
  count(view: View, viewer: Viewer): void;
  /** Writes the counts that are still in memory. */
  flush(): Promise<void>;
};

/**
 * Counts in memory and adds to the database about once a second, so that a rush costs one statement and several processes can count.
 * Ignores unknown pages, programs and addresses over the limit.
 */
export function createPageViewCounter(ctx: Context): PageViewCounter {
  const mayCount = createQuota(ctx.clock, () => shareOf(ctx, VIEWS_A_MINUTE));
  const waiting = new Map<string, NewViews>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const add = (row: NewViews): void => {
    const key = `${row.day} ${row.path} ${row.language}`;
    const present = waiting.get(key);
    if (present) present.views += row.views;
    else if (waiting.size < ROWS_MAX) waiting.set(key, row);
  };
  const write = async (): Promise<void> => {
    const rows = [...waiting.values()];
    waiting.clear();
    if (rows.length === 0) return;
    await addViews(ctx.db, rows).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'page views could not be written yet');
      for (const row of rows) add(row);
      plan();
    });
  };
  const flush = (): Promise<void> => (writing = writing.then(write));
  const plan = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, WRITE_AFTER_MS).unref();
  };

  return {
    count({ path, language }, { address, userAgent }) {
      const page = countedPage(path);
      if (!page || isProgram(userAgent) || !mayCount(addressKey(address))) return;
      add({ day: venueDay(ctx.clock.now()), ...page, language, views: 1 });
      plan();
    },
    flush,
  };
}

/** Programs that name themselves; those that hide their name are limited by address. */
const PROGRAM = /bot|crawl|spider|slurp|preview|headless|lighthouse|monitor|scan|curl|wget|python|java\/|go-http|node|axios|okhttp/i;

/** A browser always sends its user agent. */
export const isProgram = (userAgent: string | undefined): boolean => !userAgent || PROGRAM.test(userAgent);

const { home, about, rentals, djs, gallery, terms, allEvents, login, register, paymentSuccess, paymentFailure } = paths;
const pages = [home, about, rentals, djs, gallery, terms, allEvents, paths.events('upcoming'), paths.events('past')];
const spellings = new Map([...pages, login, register, paymentSuccess, paymentFailure].map((path) => [path.toLowerCase(), path]));
const EVENT = /^\/events\/0*([1-9]\d{0,8})$/;

/** `eventId`: the event of an event page. */
type CountedPage = { path: string; eventId?: number };

/** Returns the canonical path under which a page is counted; undefined for addresses that are not public pages. */
export function countedPage(address: string): CountedPage | undefined {
  const plain = address.toLowerCase().replace(/(?<=.)\/$/, '');
  const eventId = Number(EVENT.exec(plain)?.[1]);
  if (eventId > 0) return { path: paths.event(eventId), eventId };
  const path = spellings.get(plain);
  return path === undefined ? undefined : { path };
}
