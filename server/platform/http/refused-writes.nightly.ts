import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { findOpenAlerts } from '#server/platform/alerts/alerts.queries.ts';
import { rentalForm } from '#tests/factories/enquiries.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

/** Makes every write to these tables fail with this PostgreSQL code. */
async function refuseWrites({ owner }: TestApp, code: string, tables: string[]): Promise<() => Promise<void>> {
  await owner.execute(
    sql.raw(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '${code}'; end $$`),
  );
  for (const table of tables) await owner.execute(sql.raw(`create trigger refuse before insert on ${table} execute function refuse()`));
  return async () => void (await owner.execute(sql.raw('drop function refuse() cascade')));
}

const send = (app: TestApp) => rawCall(app.url, '/api/email/ClientContactToEmail', { body: joinEnquiry('rental', rentalForm) });
const readiness = async (app: TestApp): Promise<number> => (await fetch(`${app.url}/readyz`)).status;

test('a full disk answers 503 until there is space; then an alert reports it', async () => {
  const app = await startTestApp({ isFresh: true });
  const makeRoom = await refuseWrites(app, '53100', ['enquiries', 'alerts']);
  expect(await readiness(app)).toBe(200);
  const refused = await send(app);
  expect([refused.status, refused.body['code'], refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
  expect(await readiness(app)).toBe(503);
  await makeRoom();
  await expect.poll(() => readiness(app), { timeout: 15_000 }).toBe(200);
  expect(await findOpenAlerts(app.ctx.db)).toMatchObject([{ kind: 'database_refused_writes', subject: 'database' }]);
  expect((await send(app)).status).toBe(200);
});

test('a read-only database is not ready, and writes are answered with 503', async () => {
  const first = await startTestApp({ isFresh: true });
  expect(await readiness(first)).toBe(200);
  await first.owner.execute(
    sql.raw(`do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`),
  );
  const app = await startTestApp({ databaseUrl: first.deps.env.databaseUrl ?? '' });
  for (let time = 0; time < 10; time += 1) expect(await readiness(app)).toBe(503);
  expect((await send(app)).status).toBe(503);
  expect((await fetch(`${app.url}/api/Events`)).status).toBe(200);
});

test.each(['40P01', '40001', '55P03'])('after a deadlock or a lock timeout (%s) the client is asked to try again', async (code) => {
  const app = await startTestApp({ isFresh: true });
  await refuseWrites(app, code, ['enquiries']);
  const refused = await send(app);
  expect([refused.status, refused.body['code'], refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
  expect(await readiness(app)).toBe(200);
});
