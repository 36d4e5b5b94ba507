import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createAdmin, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

const confirm = async (app: TestApp, bearer: string, body: { password: string }): Promise<number> =>
  (await rawCall(app.url, '/api/auth/confirm', { bearer, body })).status;

/** Lets the counters with these names expire. */
const letExpire = (app: TestApp, ...rules: string[]) =>
  app.ctx.db.execute(sql`delete from rate_limits where split_part(key, ':', 1) in ${rules}`);

test('passwords that are tried in one session refuse no right one in another', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  const owner = await createAdmin(app.ctx);
  const elsewhere = await signInAgain(app.ctx, owner.id);
  const statuses = new Set<number>();
  for (let time = 0; time < 31; time += 1) {
    statuses.add(await confirm(app, owner.accessToken, { password: 'Wrong-Guess-1' }));
    await letExpire(app, 'loginAccount', 'loginRounds');
  }
  expect([...statuses]).toEqual([400, 429]);
  expect(await confirm(app, owner.accessToken, { password: owner.password })).toBe(429);
  expect(await confirm(app, elsewhere, { password: owner.password })).toBe(200);
});
