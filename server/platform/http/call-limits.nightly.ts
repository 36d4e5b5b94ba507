import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { rentalForm } from '#tests/factories/enquiries.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser, createAdmin } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { ask } from '#tests/setup/ask.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { AppError } from '#shared/errors.ts';
import { coverVersion } from '#shared/media/covers.ts';
import { createCallLimits } from './call-limits.ts';

/** A fiftieth of the limits: five costly reads at once, ten calls, one write per account. */
const TIGHT = { RATE_LIMIT_SCALE: '0.02' };

/** Stops the clock that refills the limits, so that a slow machine adds nothing. */
function stopRefills(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

const many = async <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const countOf = (statuses: number[], status: number): number => statuses.filter((each) => each === status).length;

test('reads that miss the cache are limited by address, with the error body and a time to wait; cached ones never are', async () => {
  const { url } = await startTestApp({ env: TIGHT });
  stopRefills();
  const read = (index: number) => rawCall(url, `/api/Events/PastEvents?limit=${(index % 50) + 1}`, { method: 'GET' });
  const kept = await read(0);
  const statuses = (await many(20, read)).map(({ status }) => status);
  // One of five was used before, and its answer is in the cache.
  expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([5, 15]);
  const refused = await rawCall(url, '/api/Events/999', { method: 'GET' });
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ code: 'too_many_requests' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(refused.headers.get('content-security-policy')).not.toBeNull();
  expect(kept.status).toBe(200);
  expect(new Set((await many(20, () => read(0))).map(({ status }) => status))).toEqual(new Set([200]));
});

test.each([
  ['covers', (id: number) => `/media/covers/${coverVersion}/${id}/4x5.svg`],
  ['calendar files', (id: number) => `/calendar/${id}.ics`],
  ['share images', (id: number) => `/media/share/v1/${id}-en.png`],
  ['the description of the API', () => '/api/docs/json'],
  ['readiness', () => '/readyz'],
])('what costs the same for anybody is limited by address: %s', async (_what, pathOf) => {
  const { url } = await startTestApp({ env: TIGHT });
  stopRefills();
  const answers = await many(20, (index) => fetch(url + pathOf(index + 5_000)));
  const statuses = answers.map(({ status }) => status);
  expect(countOf(statuses, 429)).toBe(15);
});

test('a page over the limit shows a readable message, in both languages; cached pages go on', async () => {
  const { ctx, url } = await startTestSite({ env: TIGHT });
  stopRefills();
  const { id } = await createEvent(ctx);
  expect((await ask(`${url}/Events/${id}`)).status).toBe(200);
  const pages = await many(20, (index) => ask(`${url}/Events/${index + 5_000}?lang=ka`));
  const refused = pages.find(({ status }) => status === 429);
  expect(refused?.headers.get('retry-after')).toBe('1');
  expect(refused?.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(refused?.headers.get('cache-control')).toBe('no-store');
  expect(refused?.html).toContain('<html lang="ka">');
  expect(refused?.html).toMatch(/<p>[ა-ჰ]/);
  expect(new Set((await many(20, () => ask(`${url}/Events/${id}`))).map(({ status }) => status))).toEqual(new Set([200]));
});

test('an account has its own limits: one that floods stops neither its neighbours nor those who are not signed in', async () => {
  const { ctx, url } = await startTestApp({ env: TIGHT });
  stopRefills();
  const [noisy, quiet] = [await createUser(ctx), await createUser(ctx)];
  const cart = (bearer: string) => rawCall(url, '/api/Cart/my-cart', { method: 'GET', bearer });
  const statuses = (await many(20, () => cart(noisy.accessToken))).map(({ status }) => status);
  expect(countOf(statuses, 429)).toBeGreaterThan(10);
  expect((await cart(quiet.accessToken)).status).toBe(200);
  expect((await rawCall(url, '/api/Events', { method: 'GET' })).status).toBe(200);
});

test('writes of an account are limited more than its reads, those of staff at the door as its reads', async () => {
  const { ctx, url } = await startTestApp({ env: TIGHT });
  stopRefills();
  const [guest, admin] = [await createUser(ctx), await createAdmin(ctx)];
  const statusesOf = async (bearer: string, path: string, count: number) =>
    (await many(count, () => rawCall(url, path, { bearer, body: { wrong: true } }))).map(({ status }) => status);
  expect(countOf(await statusesOf(guest.accessToken, '/api/Cart/add-ticket', 4), 429)).toBe(3);
  expect(countOf(await statusesOf(admin.accessToken, '/api/QRCode/scan', 5), 429)).toBe(0);
});

test('calls with a bearer that is worth nothing are limited by address', async () => {
  const { url } = await startTestApp({ env: TIGHT });
  stopRefills();
  const statuses = (await many(20, () => rawCall(url, '/api/Cart/my-cart', { method: 'GET', bearer: 'x' }))).map(({ status }) => status);
  expect(countOf(statuses, 401)).toBe(10);
  expect(countOf(statuses, 429)).toBe(10);
});

test('an Idempotency-Key without a session stores nothing once the address called too often', async () => {
  const { owner, url } = await startTestApp({ env: TIGHT });
  // A call that has to store a key fails; a call that is refused earlier does not.
  await owner.execute(sql`drop table idempotency_keys`);
  const send = (index: number) =>
    rawCall(url, '/api/email/ClientContactToEmail', {
      body: joinEnquiry('rental', rentalForm),
      headers: { 'idempotency-key': `key-${index}-${index}-${index}` },
    });
  const statuses = (await many(30, send)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([500, 429]));
});

test('a form without script is limited by address', async () => {
  const { url } = await startTestSite({ env: TIGHT });
  stopRefills();
  const refusals = await many(20, () => ask(`${url}/djs`, { method: 'POST' }));
  const statuses = refusals.map(({ status }) => status);
  expect([countOf(statuses, 422), countOf(statuses, 429)]).toEqual([5, 15]);
  expect(refusals.find(({ status }) => status === 429)?.html).toMatch(/<html lang="en">/);
});

test('callbacks of a bank and pictures meet none of these limits', async () => {
  const { url } = await startTestApp({ env: TIGHT });
  const answers = await many(20, () => fetch(`${url}/media/gallery/absent.avif`));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  const callbacks = await many(12, () => fetch(`${url}/api/payments/callback/fake`, { method: 'POST', body: '{}' }));
  expect(callbacks.filter(({ status }) => status === 429)).toEqual([]);
});

const refusedAfter = async (take: () => Promise<void>, most: number): Promise<number> => {
  for (let taken = 0; taken < most; taken += 1) {
    try {
      await take();
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      return taken;
    }
  }
  return most;
};

test('one address has 250 costly reads at once, an account 50 writes, a whole /48 of IPv6 ten times an address', async () => {
  stopRefills();
  const limits = createCallLimits({ env: { rateLimitScale: 1, processes: 1 }, shared: { memory: {} } });
  expect(await refusedAfter(() => limits.consumeRead('203.0.113.7'), 500)).toBe(250);
  expect(await refusedAfter(() => limits.consumeOfAccount({ userId: 1, rights: [] }, true), 300)).toBe(50);
  let network = 0;
  expect(await refusedAfter(() => limits.consumeRead(`2001:db8:1:${(network += 1).toString(16)}::1`), 5_000)).toBe(2_500);
  expect(await refusedAfter(() => limits.consumeRead('2001:db8:2:1::1'), 500)).toBe(250);
});

async function openSocket({ url }: TestApp): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test('connections of one address are limited, and a closed one makes room', async () => {
  // A thousandth: two connections.
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.001' } });
  const [first] = [await openSocket(app), await openSocket(app)];
  const third = await openSocket(app);
  await once(third, 'close');
  first?.destroy();
  await expect
    .poll(async () => {
      const socket = await openSocket(app);
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      return String(answer);
    })
    .toContain('200 OK');
});

test('behind a proxy all connections are its own and are not counted', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.001', TRUST_PROXY: '1' } });
  const sockets = await Promise.all([openSocket(app), openSocket(app), openSocket(app)]);
  const last = sockets.at(-1);
  last?.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(last && String((await once(last, 'data'))[0])).toContain('200 OK');
});

test('calls of signed-in users go before those of visitors, which still get their turn', async () => {
  const limits = createCallLimits({ env: { rateLimitScale: 1, processes: 1 }, shared: { memory: {} } });
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  limits.prioritize(response);
  const done: string[] = [];
  const work = limits.inRenderQueue(async () => void done.push('page'));
  await setImmediate();
  await setImmediate();
  done.push('call');
  response.emit('close');
  await work;
  expect(done).toEqual(['call', 'page']);
  limits.prioritize(new ServerResponse(new IncomingMessage(new Socket())));
  expect(await limits.inReadQueue(async () => 'read')).toBe('read');
});

test('a signed-in call that takes long goes first for a second, and its end later changes nothing', async () => {
  const limits = createCallLimits({ env: { rateLimitScale: 1, processes: 1 }, shared: { memory: {} } });
  const [slow, next] = [1, 2].map(() => new ServerResponse(new IncomingMessage(new Socket())));
  const orderOf = async (): Promise<string[]> => {
    const done: string[] = [];
    const work = limits.inRenderQueue(async () => void done.push('page'));
    await setImmediate();
    await setImmediate();
    done.push('call');
    await work;
    return done;
  };
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  if (slow) limits.prioritize(slow);
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  expect(await orderOf()).toEqual(['page', 'call']);
  slow?.emit('close');
  if (next) limits.prioritize(next);
  expect(await orderOf()).toEqual(['call', 'page']);
});
