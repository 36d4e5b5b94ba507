import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as accounts from '#server/accounts/accounts.service.ts';
import { authenticate } from '#server/accounts/sessions.service.ts';
import { mails } from '#server/platform/platform.table.ts';
import { findFaults } from '#tests/factories/books.ts';
import { buyForFriends, placesOf, shareLink } from '#tests/factories/claims.ts';
import { countLockWaits, openTransaction, type Work } from '#tests/factories/open-transaction.ts';
import { createGuest } from '#tests/factories/sold-out.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { codeOf, startTestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import * as claims from './end-claims.service.ts';

const FIRST_END = { code: 0, returned: 2, places: ['unclaimed'], faults: [] };
const FIRST_DESK = { code: 1, returned: 0, places: ['claimed Luka'], faults: [] };

/** The desk verifies a friend at the moment claims end: the first of both has done its work, but not committed it, when the other begins. */
async function verifyAtTheEnd(first: 'desk' | 'end', without?: Guard) {
  const app = await startTestApp({ without });
  const { ctx } = app;
  const startsAt = new Date(ctx.clock.now().getTime() + (3 * 60 + 2) * 60_000);
  const { buyer } = await buyForFriends(app, 2, { verifiedOnly: true, startsAt });
  const luka = await createGuest(app, { firstName: 'Luka', status: 'Pending' });
  await luka.api.transfers.take({ body: await shareLink(buyer) });
  app.clock.advanceMinutes(3);
  const actor = await authenticate(ctx, (await createAdmin(ctx)).accessToken);
  const code = {
    ...(await codeOf(app, 'server/accounts/accounts.service.ts', accounts)),
    ...(await codeOf(app, 'server/sales/resale/end-claims.service.ts', claims)),
  };
  const verify: Work = (tx) => code.changeStatus({ ...tx, actor }, { userId: luka.id, status: 'Verified', tellGuest: false });
  const end: Work = (tx) => code.endClaims(tx);
  const commit = await openTransaction(ctx, first === 'desk' ? verify : end);
  const other = (first === 'desk' ? end : verify)(ctx);
  await expect.poll(() => countLockWaits(ctx)).toBe(1);
  await commit();
  await other;
  return {
    code: await ctx.db.$count(mails, and(eq(mails.kind, 'ticket'), eq(mails.recipient, luka.email))),
    returned: await ctx.db.$count(mails, eq(mails.kind, 'place-returned')),
    places: await placesOf(buyer),
    faults: await findFaults(ctx),
  };
}

test('a friend whom the club verifies at the moment claims end has the code, or the buyer the place: never both', async () => {
  expect(await verifyAtTheEnd('desk')).toEqual(FIRST_DESK);
  expect(await verifyAtTheEnd('end')).toEqual(FIRST_END);
});

test('control: without the second look the friend is mailed a code, and the place returns', async () => {
  expect(await verifyAtTheEnd('desk', 'lookedAgain')).toMatchObject({ code: 1, returned: 2, places: ['unclaimed'] });
});
