import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { withTransaction } from '#server/platform/context.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { prepared } from './prepared.ts';

const nameOf = prepared((db) =>
  db
    .select({ firstName: users.firstName })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('name_of_user'),
);
const rename = prepared((db) =>
  db
    .update(users)
    .set({ firstName: sql`${sql.placeholder('firstName')}` })
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('rename_user'),
);

test('a prepared statement belongs to the transaction it is asked in', async () => {
  const { ctx } = await startTestApp();
  const { id } = await createUser(ctx, { firstName: 'Nino' });
  const changed = withTransaction(ctx, async (tx) => {
    await rename(tx.db).execute({ id, firstName: 'Eka' });
    expect(await nameOf(tx.db).execute({ id })).toEqual([{ firstName: 'Eka' }]);
    expect(await nameOf(ctx.db).execute({ id })).toEqual([{ firstName: 'Nino' }]);
    throw new Error('taken back');
  });
  await expect(changed).rejects.toThrow('taken back');
  expect(await nameOf(ctx.db).execute({ id })).toEqual([{ firstName: 'Nino' }]);
});

test('a prepared statement asks the database it is given', async () => {
  const [one, other] = [await startTestApp(), await startTestApp()];
  const { id } = await createUser(one.ctx, { firstName: 'Nino' });
  expect(await nameOf(one.ctx.db).execute({ id })).toHaveLength(1);
  expect(await nameOf(other.ctx.db).execute({ id })).toHaveLength(0);
});
