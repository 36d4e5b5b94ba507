import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { isAdmitted, isBanned } from '#shared/accounts/account-rules.ts';
import { STATUSES } from '#shared/constants.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { bannedSql, isRejected } from './may-buy.ts';

test('SQL and TypeScript agree on who is banned', async () => {
  const { ctx } = await startTestApp();
  const now = ctx.clock.now();
  const around = [-1, 0, 1].map((milliseconds) => new Date(now.getTime() + milliseconds));
  for (const bannedAt of [null, now])
    for (const bannedUntil of [null, ...around]) {
      const { rows } = await ctx.db.execute<{ banned: boolean }>(sql`select ${bannedSql('u', sql`${now}::timestamptz`)} as banned
        from (values (${bannedAt}::timestamptz, ${bannedUntil}::timestamptz)) as u (banned_at, banned_until)`);
      expect(rows, `${bannedAt?.toISOString()} until ${bannedUntil?.toISOString()}`).toEqual([
        { banned: isBanned({ bannedAt, bannedUntil }, now) },
      ]);
    }
});

test('a rejection counts for the other accounts of the person until staff have seen their papers', () => {
  const refused = STATUSES.filter((status) => isRejected({ status, isPersonRejected: true }));
  expect(refused).toEqual(STATUSES.filter((status) => !isAdmitted(status)));
  expect(STATUSES.filter((status) => isRejected({ status, isPersonRejected: false }))).toEqual(['Rejected']);
});
