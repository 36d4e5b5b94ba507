import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createUser, storedUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { digestNumber } from './personal-data.ts';

test('a digest is the same for the same number and key, and reveals neither', async () => {
  const { deps } = await startTestApp();
  const digest = digestNumber(deps.keys, '01024012345');
  expect(digestNumber(deps.keys, '01024012345')).toBe(digest);
  expect(digestNumber(deps.keys, '01024012346')).not.toBe(digest);
  expect(digestNumber({ ...deps.keys, personalNumberIndex: deps.keys.personalData }, '01024012345')).not.toBe(digest);
  expect(digest).toMatch(/^[\w-]{43}$/);
});

test('an account without a number has no digest, so that no two of them are one person', async () => {
  const app = await startTestApp();
  for (const { id } of [await createUser(app.ctx, { personalNumber: '' }), await createUser(app.ctx, { personalNumber: '' })])
    expect(await storedUser(app.ctx, id)).toMatchObject({ personalNumberDigest: null });
});

test('an account that was deleted has no digest', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  await app.api(guest.accessToken).privacy.deleteAccount({ body: { password: guest.password } });
  const { rows } = await app.ctx.db.execute(sql`select personal_number_digest from users`);
  expect(rows).toEqual([{ personal_number_digest: null }]);
});
