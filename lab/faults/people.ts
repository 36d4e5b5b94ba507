import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange } from '#lab/trial/world.ts';

/** Calls of one kind of people: the time of each in milliseconds, and the number of each status; 0 is no answer. */
export type Noticed = { times: number[]; statuses: Map<number, number> };
export type Kind = 'guest reads' | 'guest writes' | 'door' | 'visitor';
export const KINDS: readonly Kind[] = ['guest reads', 'guest writes', 'door', 'visitor'];

export type Cast = {
  /** Tokens of guests who read their cart. */
  readers: readonly string[];
  /** Tokens of guests who put a ticket into their cart and take it out again. */
  writers: readonly string[];
  staff: string;
  eventId: number;
  /** Unused tickets with their ticket codes. */
  tickets: { id: number; code: string }[];
};

export type People = {
  /** Returns the calls since the last `take`. */
  take(): Record<Kind, Noticed>;
  /** Resolves once each kind of people has had this many good answers in a row. */
  untilWell(): Promise<void>;
  stop(): Promise<void>;
};

/** The pause of a person between two calls. */
const PAUSE_MS = 100;
/** Longer than any timeout of the server. */
const TIMEOUT_MS = 60_000;
/** Such as a ticket that is already in the cart, because a call without an answer was carried out. */
const ABOUT_THE_CART = new Set([400, 404, 409]);
const PEOPLE_OF_A_KIND = 2;
const WELL_IN_A_ROW = 5;

const nothing = (): Noticed => ({ times: [], statuses: new Map() });

/** Simulates people until they are stopped: each sends one call after the other, with a pause between. */
export function watchPeople(origin: string, cast: Cast): People {
  let noticed: Record<Kind, Noticed> = { 'guest reads': nothing(), 'guest writes': nothing(), door: nothing(), visitor: nothing() };
  const inARow = new Map<Kind, number>();
  let isOver = false;

  const post = (token: string, path: string, body?: unknown) =>
    exchange(origin + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
    });
  const get = (path: string, headers: Record<string, string> = {}) =>
    exchange(origin + path, { method: 'GET', headers, timeoutMs: TIMEOUT_MS });

  const calls: Record<Kind, (person: number, turn: number) => Promise<{ status: number }>> = {
    'guest reads': (person) => get('/api/Cart/my-cart', { authorization: `Bearer ${cast.readers[person] ?? ''}` }),
    'guest writes': (person, turn) =>
      post(cast.writers[person] ?? '', `/api/Cart/${turn % 2 === 0 ? 'add' : 'remove'}-ticket?eventId=${cast.eventId}`),
    door: async () => {
      const ticket = cast.tickets.pop();
      if (!ticket) throw new Error('the tickets are used up');
      return post(cast.staff, '/api/QRCode/scan', { isReject: false, ticketId: ticket.id, code: ticket.code, scanId: randomUUID() });
    },
    visitor: () => get('/', { accept: 'text/html' }),
  };

  const live = async (kind: Kind, person: number): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      const startedAt = performance.now();
      const status = await calls[kind](person, turn).then(
        (answer) => answer.status,
        () => 0,
      );
      const { times, statuses } = noticed[kind];
      times.push(performance.now() - startedAt);
      const isWell = (status > 0 && status < 400) || ABOUT_THE_CART.has(status);
      statuses.set(isWell ? 200 : status, (statuses.get(isWell ? 200 : status) ?? 0) + 1);
      inARow.set(kind, isWell ? (inARow.get(kind) ?? 0) + 1 : 0);
      await sleep(PAUSE_MS);
    }
  };
  const lives = KINDS.flatMap((kind) => Array.from({ length: PEOPLE_OF_A_KIND }, (_, person) => live(kind, person)));

  return {
    take() {
      const taken = noticed;
      noticed = { 'guest reads': nothing(), 'guest writes': nothing(), door: nothing(), visitor: nothing() };
      return taken;
    },
    async untilWell() {
      inARow.clear();
      while (KINDS.some((kind) => (inARow.get(kind) ?? 0) < WELL_IN_A_ROW)) await sleep(20);
    },
    async stop() {
      isOver = true;
      await Promise.all(lives);
    },
  };
}
