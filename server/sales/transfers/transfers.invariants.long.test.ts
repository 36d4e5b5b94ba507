import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findFaults } from '#tests/factories/books.ts';
import { buyForFriends, shareLink, ticketsAt } from '#tests/factories/claims.ts';
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

/** Many friends claim the places of one link at once, on two servers. */
async function claimAtOnce(without?: Guard) {
  const app = await startTestApp({ without });
  if (without) {
    await app.owner.execute(sql`drop index tickets_once_per_place`);
    await app.owner.execute(sql`drop index tickets_one_claimed`);
  }
  const beside = await startBeside(app);
  const { eventId, buyer } = await buyForFriends(app, PLACES, { namesRequired: true });
  const body = await shareLink(buyer);
  const friends = await createUsers(app, CLAIMERS);
  const takes = friends.map(({ accessToken }, index) => (index % 2 ? app : beside).api(accessToken).transfers.take({ body }));
  const endings = await countEndings(takes);
  const valid = (await ticketsAt(app, eventId)).filter(({ state }) => state === 'valid');
  return { endings, valid, faults: await findFaults(app.ctx) };
}
const PLACES = 6;
const CLAIMERS = 16;

test('of many friends who claim at once each gets another place, and no place has two', async () => {
  const { endings, valid, faults } = await claimAtOnce();
  expect(endings).toEqual({ ok: PLACES - 1, transfer_ended: CLAIMERS - PLACES + 1 });
  expect(new Set(valid.map(({ userId }) => userId)).size).toBe(PLACES);
  expect(faults).toEqual([]);
});

test('control: without the guard two friends get the same place', async () => {
  const { endings } = await claimAtOnce('transferOnce');
  expect(endings['ok']).toBeGreaterThan(PLACES - 1);
});
