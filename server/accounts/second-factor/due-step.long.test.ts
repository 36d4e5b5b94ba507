import { expect, test } from 'vitest';
import { securityEvents } from '#server/accounts/accounts.table.ts';
import { addFactor, codeOf } from '#tests/factories/second-factors.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

test('a right password on a new device is a security event while its second step is due; on a known one it is none', async () => {
  const app = await startTestApp();
  const { email, password, accessToken } = await createUser(app.ctx);
  const { secret } = await addFactor(app, accessToken);
  const logIn = (cookie = '') => rawCall(app.url, '/api/auth/login', { body: { email, password }, cookie });
  const countDue = async () => (await app.ctx.db.select().from(securityEvents)).filter(({ kind }) => kind === 'second_factor_due').length;
  const { challenge } = (await logIn()).body;
  expect(await countDue()).toBe(1);
  const { headers } = await rawCall(app.url, '/api/auth/second-factor', { body: { challenge, code: codeOf(app, secret) } });
  const device = headers.getSetCookie().find((cookie) => cookie.startsWith('rkali_device=')) ?? '';
  expect((await logIn(device.split(';')[0])).body['challenge']).toBeDefined();
  expect(await countDue()).toBe(1);
});
