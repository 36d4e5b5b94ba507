import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { measure, type Outcome } from './load.ts';
import { invite, type Person } from './people.ts';
import { openNights, sellTickets } from './sales.ts';

/** What is measured: each answers how many were done per second. Requests that must differ are made beforehand. */
export type Stage = { origin: string; database: Pool; secret: string };

const WARM_UP_SECONDS = 1;
const HTML = { accept: 'text/html', 'accept-encoding': 'br' };

export async function warmPage({ origin }: Stage, eventId: number): Promise<Outcome> {
  const url = `${origin}/Events/${eventId}`;
  await measure({ url, headers: HTML, seconds: WARM_UP_SECONDS });
  return measure({ url, headers: HTML });
}

/** A query string that nobody knows, another one each time, must not cost a rendering. */
export function noisyPage({ origin }: Stage, eventId: number): Promise<Outcome> {
  let noise = 0;
  return measure({ url: origin, headers: HTML, next: () => ({ path: `/Events/${eventId}?utm=${(noise += 1)}` }) });
}

/** Another event each time, more of them than the cache keeps. */
export function missedPage({ origin }: Stage, nights: number[]): Promise<Outcome> {
  let index = 0;
  return measure({ url: origin, headers: HTML, next: () => ({ path: `/Events/${nights[(index += 1) % nights.length]}` }) });
}

export function eventList({ origin }: Stage): Promise<Outcome> {
  return measure({ url: `${origin}/api/Events` });
}

type Order = { person: Person; eventId: number };

/** `amount` different people add a ticket, each once. */
function addTickets({ origin }: Stage, orders: Order[]): Promise<Outcome> {
  let index = 0;
  const next = () => {
    const order = orders[(index += 1) % orders.length] ?? orders[0];
    if (!order) throw new Error('nobody to buy');
    return {
      method: 'POST',
      path: `/api/Cart/add-ticket?eventId=${order.eventId}&quantity=1`,
      headers: { authorization: `Bearer ${order.person.token}` },
    };
  };
  return measure({ url: origin, amount: orders.length, next });
}

export async function addSpread(stage: Stage, amount: number, events: number): Promise<Outcome> {
  const people = await invite(stage.database, stage.secret, amount);
  const nights = await openNights(stage.database, events, amount);
  return addTickets(
    stage,
    people.map((person, index) => ({ person, eventId: nights[index % nights.length] ?? 0 })),
  );
}

export const addHot = (stage: Stage, amount: number): Promise<Outcome> => addSpread(stage, amount, 1);

/** One door, many different tickets, each admitted once. */
export async function scans(stage: Stage, amount: number): Promise<Outcome> {
  const [guest] = await invite(stage.database, stage.secret, 1);
  const [staff] = await invite(stage.database, stage.secret, 1, 'Admin');
  const [night] = await openNights(stage.database, 1, amount);
  if (!guest || !staff || !night) throw new Error('nobody at the door');
  const tickets = await sellTickets(stage.database, guest.id, night, amount);
  let index = 0;
  return measure({
    url: stage.origin,
    amount,
    next: () => ({
      method: 'POST',
      path: '/api/QRCode/scan',
      headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ isReject: false, ticketId: tickets[(index += 1) % tickets.length], scanId: randomUUID() }),
    }),
  });
}
