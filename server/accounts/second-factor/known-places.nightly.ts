import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addFactor, codeOf } from '#tests/factories/second-factors.ts';
import { createAdmin, createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

const confirm = async (app: TestApp, bearer: string, body: { password: string } | { code: string }): Promise<number> =>
  (await rawCall(app.url, '/api/auth/confirm', { bearer, body })).status;

/** Tries wrong codes in one session until they are refused. */
async function guessUntilLimited(app: TestApp, bearer: string): Promise<number> {
  for (let guesses = 0; ; guesses += 1) if ((await confirm(app, bearer, { code: '000000' })) === 429) return guesses;
}

/** Expires the counters with these names. */
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

test('fifty wrong codes a day are all that a session takes, and two hundred all sessions of an account', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  // Staff may call more often than guests, which these guesses need.
  const user = await createUser(app.ctx, { roles: ['Editor'] });
  const { secret, recoveryCodes } = await addFactor(app, user.accessToken);
  const sessions = await Promise.all(Array.from({ length: 5 }, () => signInAgain(app.ctx, user.id)));
  const taken: number[] = [];
  for (const bearer of sessions.slice(0, 4)) {
    let guesses = 0;
    for (let quarter = 0; quarter < 6; quarter += 1) {
      guesses += await guessUntilLimited(app, bearer);
      await letExpire(app, 'codeKnown', 'codeKnownAccount');
    }
    taken.push(guesses);
  }
  expect(taken).toEqual([50, 50, 50, 50]);
  const [last = ''] = sessions.slice(4);
  expect(await confirm(app, last, { code: codeOf(app, secret) })).toBe(429);
  expect(await confirm(app, last, { code: recoveryCodes[0] ?? '' })).toBe(200);
});
