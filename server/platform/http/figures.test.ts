import { expect, test } from 'vitest';
import { writeOutcome } from '#server/backoffice/backup/nightly.queries.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

const read = async ({ url }: TestApp): Promise<string> => (await fetch(`${url}/metrics`)).text();
const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  );

test('requests are counted with their time by class and status, kept answers apart', async () => {
  const app = await startTestApp({ isFresh: true });
  const { id } = await createEvent(app.ctx);
  const guest = await createUser(app.ctx);
  const admin = await createAdmin(app.ctx);
  for (let time = 0; time < 3; time += 1) await (await fetch(`${app.url}/api/Events/${id}`)).arrayBuffer();
  await rawCall(app.url, '/api/Cart/my-cart', { method: 'GET', bearer: guest.accessToken });
  await rawCall(app.url, '/api/Cart/my-cart', { method: 'GET' });
  await rawCall(app.url, '/api/staff/alerts', { method: 'GET', bearer: admin.accessToken });
  await rawCall(app.url, '/api/QRCode/scan', { body: {}, bearer: admin.accessToken });

  const series = (labels: string) => `http_request_duration_seconds_count{${labels}}`;
  await expect.poll(async () => valueOf(await read(app), series('class="door",status="400"'))).toBe(1);
  const text = await read(app);
  expect(valueOf(text, series('class="api_read",status="200"'))).toBe(2);
  expect(valueOf(text, series('class="api_read",status="401"'))).toBe(1);
  expect(valueOf(text, series('class="staff",status="200"'))).toBe(1);
  expect(valueOf(text, 'http_requests_from_memory_total')).toBeGreaterThanOrEqual(1);
  expect(valueOf(text, 'http_request_duration_seconds_bucket{class="api_read",status="200",le="+Inf"}')).toBe(2);
  expect(valueOf(text, 'http_request_duration_seconds_sum{class="api_read",status="200"}')).toBeGreaterThan(0);
});

test('what waits to be done stands in figures, and addresses of strangers make no series', async () => {
  const app = await startTestApp({ isFresh: true });
  const before = (await read(app)).split('\n').length;
  for (const name of ['a', 'b', 'c', 'd']) await (await fetch(`${app.url}/api/${name}`)).arrayBuffer();
  const text = await read(app);
  expect(text.split('\n').length - before).toBeLessThanOrEqual(3 * 15);
  for (const series of [
    'event_loop_delay_seconds{value="p99"}',
    'database_connections{pool="main",state="open"}',
    'database_connections{pool="priority",state="waited_for"}',
    'database_answers',
    'database_writable',
    'jobs{state="due"}',
    'jobs_oldest_due_seconds',
    'mails{state="queued"}',
    'mails{state="dead"}',
    'payments{state="flagged"}',
    'mails_oldest_queued_seconds',
    'payments_oldest_open_seconds',
    'payments_last_day{state="paid"}',
    'holds',
    'scans{state="accepted"}',
    'scans{state="conflict"}',
    'scanner_devices{state="paired"}',
    'scanner_devices{state="silent"}',
    'alerts_open',
    'backup_last_good',
  ])
    expect([series, Number.isFinite(valueOf(text, series))]).toEqual([series, true]);
  expect(valueOf(text, 'database_answers')).toBe(1);
  expect(text.split('\n').filter((line) => line.endsWith('NaN') || line.endsWith('undefined'))).toEqual([]);
});

test('while the database is away the figures of the process still come', async () => {
  const app = await startTestApp({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
  const text = await read(app);
  expect(valueOf(text, 'database_answers')).toBe(0);
  expect(valueOf(text, 'database_writable')).toBe(0);
  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
});

test('the age of the last good backup is a figure once there is one', async () => {
  const app = await startTestApp();
  const before = await read(app);
  expect([before.includes('\nbackup_age_seconds '), valueOf(before, 'backup_last_good')]).toEqual([false, 0]);
  const goodAt = new Date(Date.now() - 3_600_000);
  await writeOutcome(app.ctx.db, { triedAt: goodAt, error: null, goodAt, fileName: 'nightly', bytes: 1 });
  expect(valueOf(await read(app), 'backup_age_seconds')).toBeGreaterThanOrEqual(3_600);
  expect(valueOf(await read(app), 'backup_last_good')).toBe(1);
  await writeOutcome(app.ctx.db, { triedAt: new Date(), error: 'the disk is full.' });
  expect(valueOf(await read(app), 'backup_last_good')).toBe(0);
});
