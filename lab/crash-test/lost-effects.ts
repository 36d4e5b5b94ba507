import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

const SETTLE_TIMEOUT_MS = 15_000;

/** Returns acknowledged effects that are missing, as sentences. */
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

async function wrongHolds(effects: Effects, database: Pool): Promise<string[]> {
  const { rows } = await database.query<{ key: string }>(
    `select substring(u.email from 'guest(\\d+)@') || ':' || h.event_id as key from holds h join users u on u.id = h.user_id`,
  );
  const held = new Set(rows.map(({ key }) => key));
  return [...effects.holds]
    .filter(([key, state]) => held.has(key) !== (state === 'held'))
    .map(([key, state]) => `hold ${key} should be ${state}`);
}

/** Captured money becomes a paid or refunded order: at once by callback or return, else by the sweeper. */
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

/** Effects that the server has acknowledged and must never lose. */
export type Effects = {
  emails: Set<string>;
  enquiries: Set<string>;
  /** `guest:event` → the last acknowledged state; absent while a change is running with an unknown result. */
  holds: Map<string, 'held' | 'none'>;
  /** Addresses of bank pages where the guest paid and the bank accepted. */
  paid: Set<string>;
  entered: Set<number>;
  count(): number;
};

export function createEffects(): Effects {
  const effects = {
    emails: new Set<string>(),
    enquiries: new Set<string>(),
    holds: new Map<string, 'held' | 'none'>(),
    paid: new Set<string>(),
    entered: new Set<number>(),
  };
  return { ...effects, count: () => Object.values(effects).reduce((sum, list) => sum + list.size, 0) };
}
