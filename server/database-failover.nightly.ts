import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '#lab/trial/server-process.ts';
import { arrive, openEvent, pay } from '#lab/trial/world.ts';
import { paths } from '#shared/paths.ts';
import { createWholeApi } from '#shared/staff-api.ts';
import { fetchFrom } from '#tests/setup/app.ts';
import { openTestPool } from '#tests/setup/database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { startReplicated } from '#tests/setup/replicated-postgres.ts';
import { buildSite } from '#tools/setup/build.mjs';

const GUESTS = 8;
/** How long there is no primary at all. */
const WITHOUT_MS = 5_000;

/** Sends requests until stopped; counts answers by path and status, and those that do not say when to come again. */
function startCallers(origin: string, calls: Record<string, () => RequestInit>) {
  const counts = new Map<string, number>();
  const silent: string[] = [];
  let isOver = false;
  const send = async (path: string, init: () => RequestInit): Promise<void> => {
    while (!isOver) {
      const answer = await fetch(origin + path, { ...init(), signal: AbortSignal.timeout(20_000) }).catch(String);
      const status = typeof answer === 'string' ? answer : answer.status;
      counts.set(`${status} ${path}`, (counts.get(`${status} ${path}`) ?? 0) + 1);
      if (typeof answer !== 'string') {
        if (answer.status >= 500 && answer.headers.get('retry-after') === null) silent.push(`${status} ${path}`);
        await answer.body?.cancel();
      }
      await sleep(40);
    }
  };
  const sending = Object.entries(calls).map(([path, init]) => send(path, init));
  return {
    silent,
    /** The statuses of 500 and above, and calls without an answer. */
    failures: () => [...new Set([...counts.keys()].map((key) => key.split(' ')[0] ?? '').filter((status) => !/^[1-4]/.test(status)))],
    of: (status: number) => [...counts].filter(([key]) => key.startsWith(`${status} `)).map(([key]) => key.slice(4)),
    counts,
    async stop() {
      isOver = true;
      await Promise.all(sending);
    },
  };
}

test('when the primary of two databases dies under purchases, all calls answer 503 until the standby is promoted, and no paid order is lost', async () => {
  await buildSite(process.execPath);
  const { url, standbyUrl, killPrimary, promote } = await startReplicated();
  const server = await startServer({
    DATABASE_URL: url,
    DATA_DIR: createTestFolder(),
    DEMO: 'false',
    PLACEHOLDER_IMAGES: 'false',
    RATE_LIMIT_SCALE: '100',
  });
  onTestFinished(() => server.kill('SIGKILL'));
  const { origin } = server;
  const staffToken = await arrive(origin, 'staff@rkali.example');
  const guestTokens = await Promise.all(Array.from({ length: GUESTS }, (_, at) => arrive(origin, `guest-${at}@rkali.example`)));
  // Read-only connections reach the standby, which has every commit.
  const books = openTestPool(standbyUrl);
  books.on('error', () => undefined);
  onTestFinished(() => books.end());
  const primary = openTestPool(url.replace(/,[^/]*/, '').replace(/\?.*/, ''));
  primary.on('error', () => undefined);
  onTestFinished(() => primary.end());
  await primary.query(`insert into user_roles (user_id, role) select id, 'Owner' from users where email = 'staff@rkali.example'`);
  const events = await Promise.all(Array.from({ length: 40 }, () => openEvent(primary, 200)));
  const [eventId = 0] = events;

  const bought = new Set<number>();
  const paid = new Set<string>();
  let isOver = false;
  const buy = async (token: string): Promise<void> => {
    const api = createWholeApi(fetchFrom(origin, token));
    for (let at = 0; !isOver; at += 1) {
      try {
        await api.cart.addTicket({ eventId: events[at % events.length] ?? eventId });
        const { redirect } = await api.cart.checkout();
        const back = await pay(redirect, 'approve');
        if (back.includes('/successpayment')) paid.add(redirect);
        for (const { id } of await api.tickets.mine()) bought.add(id);
      } catch {
        await sleep(50);
      }
    }
  };
  const buying = guestTokens.map(buy);
  const json = { 'content-type': 'application/json' };
  const callers = startCallers(origin, {
    [paths.home]: () => ({ headers: { accept: 'text/html' } }),
    [paths.event(eventId)]: () => ({ headers: { accept: 'text/html' } }),
    '/api/events': () => ({}),
    '/api/Cart/my-cart': () => ({ headers: { authorization: `Bearer ${guestTokens[0]}` } }),
    '/api/qrCode/scan': () => ({
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${staffToken}` },
      body: JSON.stringify({ isReject: false, ticketId: [...bought].at(-1) ?? 1, eventId }),
    }),
  });
  await expect.poll(() => bought.size, { timeout: 60_000 }).toBeGreaterThan(20);
  const [ticketsBefore, paidBefore] = [bought.size, paid.size];

  await killPrimary();
  await sleep(WITHOUT_MS);
  expect((await fetch(`${origin}/readyz`)).status).toBe(503);
  await promote();
  const promotedAt = performance.now();
  await expect.poll(() => fetch(`${origin}/readyz`).then(({ status }) => status), { timeout: 10_000, interval: 50 }).toBe(200);
  await expect.poll(() => bought.size, { timeout: 10_000, interval: 50 }).toBeGreaterThan(ticketsBefore);
  process.stdout.write(`the next ticket after ${Math.round(performance.now() - promotedAt)} ms\n`);
  await expect.poll(() => bought.size, { timeout: 60_000 }).toBeGreaterThan(ticketsBefore + 20);
  isOver = true;
  await Promise.all([callers.stop(), ...buying]);
  const answers = [...callers.counts].map(([key, count]) => `${count} × ${key}`).join(', ');
  process.stdout.write(`tickets ${ticketsBefore} to ${bought.size}, payments ${paidBefore} to ${paid.size}; answers: ${answers}\n`);

  expect([callers.failures(), callers.silent]).toEqual([['503'], []]);
  expect(callers.of(503).toSorted()).toEqual(
    [paths.home, paths.event(eventId), '/api/events', '/api/Cart/my-cart', '/api/qrCode/scan'].toSorted(),
  );
  const count = async (sql: string, values: unknown[] = []) => (await books.query<{ count: number }>(sql, values)).rows[0]?.count;
  expect(await count('select count(*)::int as count from tickets where id = any($1)', [[...bought]])).toBe(bought.size);
  // Each minute the server asks the bank about payments whose guest never came back.
  const unsettled = `select count(*)::int as count from fake_bank_orders b left join payments p on p.provider_order_id = b.id
    where b.status = 'completed' and not exists (select from order_lines l join tickets t on t.order_line_id = l.id where l.order_id = p.order_id)`;
  await expect.poll(() => count(unsettled), { timeout: 120_000 }).toBe(0);
  expect(await count(`select count(*)::int as count from payments where redirect_url = any($1) and state = 'paid'`, [[...paid]])).toBe(
    paid.size,
  );
}, 400_000);
