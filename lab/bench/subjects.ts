import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { readClubKeys } from '#lab/trial/club-keys.ts';
import { signTicketCode } from '#server/sales/tickets/ticket-code.ts';
import { measure, wireRequest, type Outcome } from './load.ts';
import { openEvents, sellTickets, invite, type Person } from './seed.ts';

/** The measured subjects; each returns its rate per second. Requests that must differ are prepared in advance. */
export type Stage = { origin: string; database: Pool; secret: string };

const PURCHASES = 6_000;
const SPREAD_OVER = 200;
const SOON = 14;
const HTML = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };
const NOISE = 20_000;

/** Measures one address under repeated requests. */
export function onePath(origin: string, path: string, headers: Record<string, string> = {}, amount?: number): Promise<Outcome> {
  const request = wireRequest({ path, headers });
  return measure({ origin, next: () => request, amount });
}

export const warmPage = ({ origin }: Stage, eventId: number): Promise<Outcome> => onePath(origin, `/Events/${eventId}`, HTML);

/** Requests a page with a new unknown query string each time, which must not cost a rendering. */
export function noisyPage({ origin }: Stage, eventId: number): Promise<Outcome> {
  const noise = Array.from({ length: NOISE }, () => wireRequest({ path: `/Events/${eventId}?utm=${randomUUID()}`, headers: HTML }));
  return measure({ origin, next: inTurn(noise) });
}

/** Requests more events in turn than the page cache holds. */
export function missedPage({ origin }: Stage, events: readonly number[]): Promise<Outcome> {
  const pages = events.map((id) => wireRequest({ path: `/Events/${id}`, headers: HTML }));
  return measure({ origin, next: inTurn(pages) });
}

/** Different users each add one ticket. */
async function addTickets(stage: Stage, overEvents: number): Promise<Outcome> {
  const people = await invite(stage.database, stage.secret, PURCHASES);
  const events = await openEvents(stage.database, { count: overEvents, allocation: PURCHASES, startsInDays: SOON });
  const purchases = people.map((person, index) => addTicket(person, events[index % events.length] ?? 0));
  return measure({ origin: stage.origin, amount: purchases.length, next: inTurn(purchases) });
}

export const addSpread = (stage: Stage): Promise<Outcome> => addTickets(stage, SPREAD_OVER);
export const addHot = (stage: Stage): Promise<Outcome> => addTickets(stage, 1);

export const addTicket = ({ token }: Person, eventId: number): Buffer =>
  wireRequest({
    method: 'POST',
    path: `/api/Cart/add-ticket?eventId=${eventId}&quantity=1`,
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': HTML['accept-encoding'] },
  });

/** One door scans different valid tickets with the scanner's requests: the whole code, a scan id and the event. */
export async function scans(stage: Stage): Promise<Outcome> {
  const requests = await prepareScans(stage, PURCHASES);
  return measure({ origin: stage.origin, amount: requests.length, next: inTurn(requests) });
}

/** Prepares this many scans of different tickets of different guests, each valid for one admission. */
export async function prepareScans({ database, secret }: Stage, amount: number): Promise<Buffer[]> {
  const guests = await invite(database, secret, amount);
  const [staff] = await invite(database, secret, 1, { areOwners: true });
  const [eventId] = await openEvents(database, { count: 1, allocation: amount, startsInDays: SOON });
  if (!staff || !eventId) throw new Error('nobody at the door');
  const keys = await readClubKeys(database, secret);
  const tickets = await sellTickets(
    database,
    guests.map(({ id }) => id),
    eventId,
  );
  return tickets.map(({ id: ticketId, userId }) =>
    wireRequest({
      method: 'POST',
      path: '/api/QRCode/scan',
      headers: {
        authorization: `Bearer ${staff.token}`,
        'content-type': 'application/json',
        'accept-encoding': HTML['accept-encoding'],
      },
      body: JSON.stringify({
        isReject: false,
        ticketId,
        code: signTicketCode(keys, { id: ticketId, userId, eventId }),
        scanId: randomUUID(),
        eventId,
      }),
    }),
  );
}

/** Returns a function that returns the items in turn, without end. */
export function inTurn<T>(things: readonly T[]): () => T {
  let index = 0;
  return () => {
    const thing = things[index % things.length];
    index += 1;
    if (thing === undefined) throw new Error('nothing to send');
    return thing;
  };
}
