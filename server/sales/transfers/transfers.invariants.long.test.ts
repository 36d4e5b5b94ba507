import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findFaults } from '#tests/factories/books.ts';
import { countEndings, createUsers, startBeside } from '#tests/factories/purchases.ts';
import { sellOut, tokenIn } from '#tests/factories/sold-out.ts';
import { dropStockChecks } from '#tests/factories/stock.ts';
import { startTestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';

const FRIENDS = 40;

/** Many friends take the ticket at once, on two servers, while the owner lists it for resale and ends the link. */
async function pressAtOnce(without?: Guard) {
  const app = await startTestApp({ without });
  if (without) {
    await dropStockChecks(app);
    await app.owner.execute(sql`drop index tickets_once_per_place`);
  }
  const beside = await startBeside(app);
  const { seller, tickets } = await sellOut(app, 1);
  const [id = 0] = tickets;
  const { url } = await seller.api.transfers.makeLink({ id });
  const friends = await createUsers(app, FRIENDS);
  const body = { token: tokenIn(url) };
  const takes = friends.map(({ accessToken }, index) => (index % 2 ? app : beside).api(accessToken).transfers.take({ body }));
  return { endings: await countEndings(takes), faults: await findFaults(app.ctx), app };
}

test('one of many friends who press at once gets the ticket', async () => {
  const { endings, faults } = await pressAtOnce();
  expect(endings).toEqual({ ok: 1, transfer_ended: FRIENDS - 1 });
  expect(faults).toEqual([]);
});

test('control: without the guard several do', async () => {
  const { endings } = await pressAtOnce('transferOnce');
  expect(endings['ok']).toBeGreaterThan(1);
});
