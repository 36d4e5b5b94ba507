import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createUser, storedUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { users } from './accounts.table.ts';
import { digestOldNumbers } from './data-upgrades.ts';
import { digestNumber, sealNumber } from './personal-data.ts';

test('a digest is the same for the same number and key, and reveals neither', async () => {
  const { deps } = await startTestApp();
  const digest = digestNumber(deps.keys, '01024012345');
  expect(digestNumber(deps.keys, '01024012345')).toBe(digest);
  expect(digestNumber(deps.keys, '01024012346')).not.toBe(digest);
  expect(digestNumber({ ...deps.keys, personalNumberIndex: deps.keys.personalData }, '01024012345')).not.toBe(digest);
  expect(digest).toMatch(/^[\w-]{43}$/);
});

test('accounts from before the digest get one at the start, and those that have one keep it', async () => {
  const app = await startTestApp();
  const guests = await Promise.all(['01024012345', '01024012346'].map((personalNumber) => createUser(app.ctx, { personalNumber })));
  await app.ctx.db.update(users).set({ personalNumberDigest: null });
  await digestOldNumbers(app.ctx);
  const stored = await Promise.all(guests.map(({ id }) => storedUser(app.ctx, id)));
  expect(stored.map((user) => user.personalNumberDigest)).toEqual([
    sealNumber(app.deps.keys, '01024012345').personalNumberDigest,
    sealNumber(app.deps.keys, '01024012346').personalNumberDigest,
  ]);
});

test('a number that cannot be opened does not keep the others, or the server, from starting', async () => {
  const app = await startTestApp();
  const [broken, whole] = [await createUser(app.ctx), await createUser(app.ctx)];
  await app.ctx.db.update(users).set({ personalNumberDigest: null });
  await app.ctx.db.update(users).set({ sealedPersonalNumber: 'v1.AAAA' }).where(eq(users.id, broken.id));
  await digestOldNumbers(app.ctx);
  expect(await storedUser(app.ctx, broken.id)).toMatchObject({ personalNumberDigest: null });
  expect(await storedUser(app.ctx, whole.id)).toMatchObject({ personalNumberDigest: expect.any(String) });
});

test('an account without a number has no digest, so that no two of them are one person', async () => {
  const app = await startTestApp();
  const [before, now] = [await createUser(app.ctx, { personalNumber: '' }), await createUser(app.ctx, { personalNumber: '' })];
  expect(await storedUser(app.ctx, now.id)).toMatchObject({ personalNumberDigest: null });
  const formerly = { personalNumberDigest: digestNumber(app.deps.keys, '') };
  await app.ctx.db.update(users).set(formerly).where(eq(users.id, before.id));
  await digestOldNumbers(app.ctx);
  for (const { id } of [before, now]) expect(await storedUser(app.ctx, id)).toMatchObject({ personalNumberDigest: null });
});

test('an account that was deleted has no digest and gets none', async () => {
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  await app.api(guest.accessToken).privacy.deleteAccount({ body: { password: guest.password } });
  await digestOldNumbers(app.ctx);
  const { rows } = await app.ctx.db.execute(sql`select personal_number_digest from users`);
  expect(rows).toEqual([{ personal_number_digest: null }]);
});
