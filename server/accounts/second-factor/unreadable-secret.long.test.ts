import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addPasskey } from '#tests/factories/authenticator.ts';
import { addFactor, codeOf } from '#tests/factories/second-factors.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { secondFactors } from './second-factor.table.ts';
import { sealSecret } from './totp.ts';

/** Seals the secret of a factor with the keys of another SECRET. */
async function sealElsewhere({ ctx }: TestApp, user: TestUser, { id, secret }: { id: number; secret: string }): Promise<void> {
  const sealedSecret = sealSecret({ secondFactor: new Uint8Array(32).fill(7) }, user.id, secret);
  await ctx.db.update(secondFactors).set({ sealedSecret }).where(eq(secondFactors.id, id));
}

async function tryCode({ url }: TestApp, { email, password }: TestUser, code: string) {
  const { body } = await rawCall(url, '/api/auth/login', { body: { email, password } });
  return rawCall(url, '/api/auth/second-factor', { body: { challenge: body['challenge'], code } });
}

test('a code of an app whose secret was sealed with another SECRET is wrong, and a recovery code still helps', async () => {
  const app = await startTestApp();
  const user = await createUser(app.ctx);
  const factor = await addFactor(app, user.accessToken);
  await sealElsewhere(app, user, factor);
  expect(await tryCode(app, user, codeOf(app, factor.secret))).toMatchObject({ status: 400, body: { code: 'wrong_code' } });
  expect((await tryCode(app, user, factor.recoveryCodes[0] ?? '')).status).toBe(200);
});

test('such an app blocks no later one of the account', async () => {
  const app = await startTestApp();
  const user = await createUser(app.ctx);
  const old = await addFactor(app, user.accessToken, 'Old phone');
  await addPasskey(app, user.accessToken);
  const { secret } = await addFactor(app, user.accessToken, 'New phone');
  await sealElsewhere(app, user, old);
  expect((await tryCode(app, user, codeOf(app, secret))).status).toBe(200);
});
