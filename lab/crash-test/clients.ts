import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { connect, guestForm, pay } from '#lab/trial/world.ts';
import { ApiError } from '#shared/errors.ts';

/** `since` is a time before the change. */
type Hold = { state: 'held' | 'none'; since: Date };

/** Effects that the server has acknowledged and must never lose. */
type Effects = {
  emails: Set<string>;
  enquiries: Set<string>;
  /** `guest:event` → the last acknowledged state; absent while the result of a change is unknown. */
  holds: Map<string, Hold>;
  /** Addresses of bank pages where the guest paid and the bank accepted. */
  paid: Set<string>;
  entered: Set<number>;
  count(): number;
};

function createEffects(): Effects {
  const effects = {
    emails: new Set<string>(),
    enquiries: new Set<string>(),
    holds: new Map<string, Hold>(),
    paid: new Set<string>(),
    entered: new Set<number>(),
  };
  return { ...effects, count: () => Object.values(effects).reduce((sum, list) => sum + list.size, 0) };
}

/** The guests' addresses are `guest0@…` and so on, counted from `firstGuest`. */
type World = { tokens: string[]; staff: string; events: number[]; firstGuest?: number };
export type Clients = {
  effects: Effects;
  /** The number of answers for each status of 500 or above. */
  failures: Map<number, number>;
  work(): Promise<unknown>;
  stop(): void;
};

const TIMEOUT_MS = 5_000;
const BREATH_MS = 20;

/** Runs one client per token, all at once; each does random actions until it is stopped or cut off. */
export function createClients(origin: string, { tokens, staff, events, firstGuest = 0 }: World): Clients {
  const effects = createEffects();
  const failures = new Map<number, number>();
  const door = connect(origin, staff, TIMEOUT_MS);
  let isOpen = false;

  const command = async (guest: number): Promise<void> => {
    const token = tokens[guest];
    const event = events[Math.floor(Math.random() * events.length)];
    if (!token || !event) return;
    const api = connect(origin, token, TIMEOUT_MS);
    const keyOf = (event: number): string => `${firstGuest + guest}:${event}`;
    const key = keyOf(event);
    const chance = Math.random();
    const since = new Date();
    if (chance < 0.35) {
      effects.holds.delete(key);
      await api.cart.addTicket({ eventId: event });
      effects.holds.set(key, { state: 'held', since });
    } else if (chance < 0.45) {
      effects.holds.delete(key);
      await api.cart.removeTicket({ eventId: event });
      effects.holds.set(key, { state: 'none', since });
    } else if (chance < 0.75) {
      for (const other of events) effects.holds.delete(keyOf(other));
      const { redirect } = await api.cart.checkout();
      const back = await pay(redirect, Math.random() < 0.8 ? 'approve' : 'decline', TIMEOUT_MS);
      if (back.includes('/successpayment')) effects.paid.add(redirect);
    } else if (chance < 0.85) {
      const ticket = (await api.tickets.mine()).find(({ isUsedTicket }) => !isUsedTicket);
      if (!ticket) return;
      await door.door.scan({ body: { isReject: false, ticketId: ticket.id, code: ticket.code, scanId: randomUUID() } });
      effects.entered.add(ticket.id);
    } else if (chance < 0.95) {
      const text = `Name: ${randomUUID()}||Email: a@rkali.example||Event Description: a birthday`;
      await api.enquiries.rental({ body: text });
      effects.enquiries.add(text);
    } else {
      const email = `${randomUUID()}@rkali.example`;
      await api.accounts.register({ body: guestForm(email) });
      effects.emails.add(email);
    }
  };

  const worker = async (guest: number): Promise<void> => {
    while (isOpen) {
      try {
        await command(guest);
      } catch (error) {
        // A refusal is a known result; after a failure or silence the result is unknown.
        const status = error instanceof ApiError ? error.status : 0;
        if (status >= 500) failures.set(status, (failures.get(status) ?? 0) + 1);
        if (status === 0 || status >= 500) await sleep(BREATH_MS);
      }
    }
  };

  return {
    effects,
    failures,
    work: () => {
      isOpen = true;
      return Promise.all(tokens.map((_token, guest) => worker(guest)));
    },
    stop: () => {
      isOpen = false;
    },
  };
}

const SETTLE_TIMEOUT_MS = 15_000;

/** Returns a sentence for each acknowledged effect that is missing. */
export async function lostEffects(effects: Effects, origin: string, database: Pool): Promise<string[]> {
  return [
    ...(await missing(database, 'account', effects.emails, 'select email as key from users where email = any($1)')),
    ...(await missing(database, 'enquiry', effects.enquiries, 'select body as key from enquiries where body = any($1)')),
    ...(await missing(database, 'entry', effects.entered, `select id as key from tickets where id = any($1) and used_at is not null`)),
    ...(await wrongHolds(effects, database)),
    ...(await unsettled(effects, origin, database)),
  ];
}

async function missing(database: Pool, what: string, expected: Set<string | number>, query: string): Promise<string[]> {
  const { rows } = await database.query<{ key: string }>(query, [[...expected]]);
  const found = new Set(rows.map(({ key }) => String(key)));
  return [...expected].filter((key) => !found.has(String(key))).map((key) => `${what} ${key} is lost`);
}

/** A hold that late money of an earlier order turned into a ticket counts as kept. */
async function wrongHolds(effects: Effects, database: Pool): Promise<string[]> {
  const keySql = (event: string) => `substring(u.email from 'guest(\\d+)@') || ':' || ${event}`;
  const { rows: held } = await database.query<{ key: string }>(
    `select ${keySql('h.event_id')} as key from holds h join users u on u.id = h.user_id`,
  );
  const { rows: sold } = await database.query<{ key: string; at: Date }>(
    `select ${keySql('l.event_id')} as key, max(o.settled_at) as at from orders o join order_lines l on l.order_id = o.id
     join users u on u.id = o.user_id where o.state = 'paid' group by 1`,
  );
  const isHeld = new Set(held.map(({ key }) => key));
  const soldAt = new Map(sold.map(({ key, at }) => [key, at]));
  return [...effects.holds].flatMap(([key, { state, since }]) => {
    const isRight = isHeld.has(key) === (state === 'held') || (state === 'held' && (soldAt.get(key) ?? new Date(0)) >= since);
    return isRight ? [] : [`hold ${key} should be ${state}`];
  });
}

/** A captured payment must make its order paid or refunded: at once through callback or return, else through the sweeper. */
async function unsettled(effects: Effects, origin: string, database: Pool): Promise<string[]> {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const { rows } = await database.query<{ redirect_url: string; return_token: string; state: string }>(
      `select p.redirect_url, p.return_token, p.state from payments p where p.redirect_url = any($1) and p.state not in ('paid', 'refunding', 'refunded')`,
      [[...effects.paid]],
    );
    if (rows.length === 0) return [];
    if (performance.now() > deadline) return rows.map((row) => `payment ${row.redirect_url} is still ${row.state}`);
    for (const row of rows) {
      await fetch(`${origin}/api/payments/return`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: row.return_token }),
      });
    }
    await sleep(100);
  }
}
