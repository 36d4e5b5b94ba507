import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { showPlaceholderImages } from '#server/content/gallery/placeholder-images.ts';
import { listenForContentChanges } from '#server/platform/db/content-changes.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { ownerUrlOf } from '#tests/setup/database.ts';
import { demoAccounts, ownPasswordOf } from './demo-accounts.ts';
import { openDemo } from './demo.ts';
import { forgetDemo } from './forget-demo.ts';
import { resetDemo } from './reset.jobs.ts';
import { permitReset } from './reset.queries.ts';

const urlOf = ({ deps }: TestApp): string => String(deps.env.databaseUrl);

/** Starts a process with this DEMO on its database, as a start of the program does. */
async function startWith(demo: string, databaseUrl?: string): Promise<TestApp> {
  const app = await startTestApp({ env: { DEMO: demo }, ...(databaseUrl !== undefined && { databaseUrl }) });
  const url = urlOf(app);
  await permitReset(ownerUrlOf(url), url, app.deps.env.demo);
  await openDemo(app.ctx);
  await showPlaceholderImages(app.ctx);
  return app;
}

const reset = ({ ctx }: TestApp): Promise<void> => resetDemo.run(ctx, {});

/** The rows of each table. */
async function countAll({ owner }: TestApp): Promise<Record<string, number>> {
  const { rows } = await owner.execute<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const found = await owner.execute<{ count: number }>(sql`select count(*)::int as count from ${sql.identifier(name)}`);
    counts[name] = found.rows[0]?.count ?? 0;
  }
  return counts;
}

/** What visitors of a public demo do: a guest buys, and the Owner, whose password is printed, writes what no one should read. */
async function visit(app: TestApp): Promise<string[]> {
  const guest = await createUser(app.ctx);
  const events = await app.api().events.list();
  const eventId = events.find(({ baskets }) => baskets[0]?.price && baskets[0].available > 0)?.id ?? 0;
  await app.api(guest.accessToken).cart.addTicket({ eventId });
  const { admin } = demoAccounts;
  const { accessToken } = await app.api().accounts.login({ body: { email: admin.email, password: ownPasswordOf(app.ctx, admin) } });
  const owner = app.api(accessToken);
  await owner.siteTexts.save({ body: { changes: [{ key: 'pages:about.p1', language: 'en', value: 'Rude words.', version: 0 }] } });
  const { version } = await owner.staffEvents.get({ id: eventId });
  await owner.staffEvents.changeState({ id: eventId, body: { version, state: 'cancelled' } });
  await queueMail(app.ctx, { key: 'test', kind: 'welcome', recipient: 'nino@example.com', language: 'en', payload: { userId: guest.id } });
  return [guest.accessToken, accessToken];
}

test('a public demo is as it was at its first start, and its visitors are signed out', async () => {
  const app = await startWith('public');
  const before = await countAll(app);
  const first = await app.api().events.list();
  const tokens = await visit(app);

  const notified: (string | undefined)[] = [];
  onTestFinished(listenForContentChanges(urlOf(app), (table) => void notified.push(table)));
  await expect.poll(() => notified.length).toBe(1);
  await reset(app);
  await expect.poll(() => notified).toContain('site_texts');
  app.dropCaches();
  expect(await countAll(app)).toEqual(before);
  for (const token of tokens) await expect(app.api(token).accounts.currentUser()).rejects.toMatchObject({ status: 401 });
  const names = (await app.api().events.list()).map(({ id, nameLat }) => ({ id, nameLat }));
  expect(names).toEqual(first.map(({ id, nameLat }) => ({ id, nameLat })));
  expect((await app.owner.execute(sql`select from graphile_worker.jobs`)).rowCount).toBe(0);

  const { admin } = demoAccounts;
  await app.api().accounts.login({ body: { email: admin.email, password: ownPasswordOf(app.ctx, admin) } });
  // What is append-only is so again.
  await expect(app.owner.execute(sql`truncate ledger_entries`)).rejects.toThrow();
  await expect(app.owner.execute(sql`delete from audit_entries`)).rejects.toThrow();
  await reset(app);
});

test('another demo is never reset, also after it was public, and none that takes money', async () => {
  const shown = await startWith('public');
  await createUser(shown.ctx);
  const visited = await countAll(shown);
  for (const change of [{ payments: 'bog' as const }, { demo: 'local' as const }, { demo: 'off' as const }])
    await resetDemo.run({ ...shown.ctx, env: { ...shown.ctx.env, ...change } }, {});
  expect(await countAll(shown)).toEqual(visited);

  // Even a process that still has the settings of before resets nothing after a start with others.
  const local = await startWith('true', urlOf(shown));
  const before = await countAll(local);
  await reset(shown);
  expect(await countAll(local)).toEqual(before);
});

test.each(['false', 'true', 'public'])('a club with people of its own loses nothing with DEMO=%s', async (demo) => {
  const club = await startTestApp();
  await createUser(club.ctx);
  const app = await startWith(demo, urlOf(club));
  const before = await countAll(app);
  await reset(app);
  expect(await countAll(app)).toEqual(before);
});

test('a demo that was forgotten loses nothing, whatever its settings still say', async () => {
  const app = await startWith('public');
  await forgetDemo(app.ctx);
  await createUser(app.ctx);
  const before = await countAll(app);
  await reset(app);
  expect(await countAll(app)).toEqual(before);
});

test('only the server may empty a public demo', async () => {
  const app = await startWith('public');
  const { rows } = await app.owner.execute(
    sql`select has_function_privilege('pg_monitor', 'reset_public_demo()', 'execute') as "isForOthers"`,
  );
  expect(rows).toEqual([{ isForOthers: false }]);
});
