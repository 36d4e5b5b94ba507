import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { toldOf } from './log.ts';

test('a statement that failed is logged without the values it carried', async () => {
  const { ctx } = await startTestApp();
  const secret = 'salome.drift@rkali.example';
  const row = {
    email: secret,
    emailKey: secret,
    passwordHash: 'hash-of-a-password',
    firstName: 'Salome',
    lastName: 'Drift',
    phoneNumber: '+995 555 12 34 56',
  };
  const sealed = { country: 'Georgia', sealedPersonalNumber: 'x', sealedBirthdate: 'x' };
  await ctx.db.insert(users).values({ ...row, ...sealed });
  const error: unknown = await ctx.db
    .insert(users)
    .values({ ...row, ...sealed })
    .catch((failure: unknown) => failure);
  expect(String(error)).toContain(secret);
  const told = JSON.stringify(toldOf(error));
  expect(told).toContain('insert into');
  expect(told).toContain('23505');
  for (const value of Object.values(row)) expect(told).not.toContain(value);
});
