import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { openProxy } from '#tests/setup/cuttable-database.ts';
import { openTestLog } from '#tests/setup/log-lines.ts';
import { startTestSite } from '#tests/setup/site.ts';

const CALLS = 20;
/** Log lines per outage: its start and end, lost connections, and one of a job or a cache. */
const LINES_MAX = 5;

test('behind a pooler without its server everybody is told to come again, and the log says so once', async () => {
  const { ctx, deps } = await startTestApp();
  const proxy = await openProxy(deps.env.databaseUrl ?? '');
  const { log, lines } = openTestLog();
  const site = await startTestSite({ databaseUrl: proxy.url, log, isFresh: true });
  const event = await createEvent(ctx);
  const [guest, admin] = [await createUser(ctx), await createAdmin(ctx)];

  const call = (path: string, init: { token?: string; body?: unknown } = {}) =>
    fetch(site.url + path, {
      ...(init.body === undefined ? {} : { method: 'POST', body: JSON.stringify(init.body) }),
      headers: {
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(init.token === undefined ? {} : { authorization: `Bearer ${init.token}` }),
      },
    });
  const calls = [
    () => call('/api/events'),
    () => call(`/Events/${event.id}`),
    () => call('/'),
    () => call('/calendar.ics'),
    () => call('/api/auth/login', { body: { email: guest.email, password: 'Not-This-1' } }),
    () => call('/api/Cart/my-cart', { token: guest.accessToken }),
    () => call(`/api/Cart/add-ticket?eventId=${event.id}`, { token: guest.accessToken, body: {} }),
    () => call('/api/staff/tonight/stream', { token: admin.accessToken }),
    () => call('/api/qrCode/events', { token: admin.accessToken }),
    () => call('/api/qrCode/scan', { token: admin.accessToken, body: { isReject: false, ticketId: 1, eventId: event.id } }),
  ];
  const answersOf = async (): Promise<string[]> => {
    const answers: string[] = [];
    for (const each of calls) {
      const answer = await each();
      void answer.body?.cancel();
      answers.push(`${new URL(answer.url).pathname} ${answer.status}, again in ${answer.headers.get('retry-after')} s`);
    }
    return answers;
  };
  const failed = (answers: string[]) => answers.filter((answer) => / 5\d\d,/.test(answer));
  expect(failed(await answersOf())).toEqual([]);
  lines.length = 0;
  // Longer than answers are cached.
  await sleep(2_100);

  proxy.refuse({ code: '08P01', message: 'server login has been failing, cached error: connect failed (server_login_retry)' });
  const away = await answersOf();
  expect(away).toEqual(away.map((answer) => answer.replace(/ \d+, again in \w+ s$/, ' 503, again in 5 s')));
  for (let time = 0; time < CALLS; time += 1) await call('/api/Cart/my-cart', { token: guest.accessToken });
  expect(lines.filter(({ msg }) => msg === 'the database is away')).toHaveLength(1);

  proxy.reopen();
  await expect.poll(async () => (await call('/readyz')).status, { timeout: 20_000 }).toBe(200);
  await expect.poll(() => lines.filter(({ msg }) => msg === 'the database answers again').length, { timeout: 20_000 }).toBe(1);
  expect(lines.length).toBeLessThanOrEqual(LINES_MAX);
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  expect(failed(await answersOf())).toEqual([]);
}, 60_000);
