import { expect, test } from 'vitest';
import { setClub } from '#tests/factories/club-settings.ts';
import { createGuest, sellOut } from '#tests/factories/sold-out.ts';
import { storeReport } from '#server/backoffice/reports/event-reports.service.ts';
import { runDueJobs } from '#server/registry.ts';
import { buy, comeBack, payAtBank } from '#tests/factories/purchases.ts';
import { createPromoCode, createEventWithHidden } from '#tests/factories/promo-codes.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { findBrokenRules } from './consistency.queries.ts';

/** Drops the constraints with which the database itself would refuse the faults. */
const WITHOUT_CHECKS = `
  set local session_replication_role = replica;
  do $$ declare found record; begin
    for found in select conrelid::regclass as name, conname from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace
      loop execute format('alter table %s drop constraint %I', found.name, found.conname); end loop;
  end $$`;

/** A fault, and the beginning of the rule that must report it. */
const FAULTS: [fault: string, rule: string][] = [
  ['update ticket_types set allocation = 0', 'places never exceed the allocation of their ticket type'],
  ['update events set capacity = 0', 'places never exceed the capacity of their event'],
  ['update ticket_types set sold_or_reserved = sold_or_reserved + 1', 'the taken places of a ticket type'],
  ['update events set sold_or_reserved = sold_or_reserved + 1', 'the taken places of an event'],
  ['delete from tickets', 'a paid order has exactly its tickets'],
  [`update orders set state = 'failed'`, 'an order that is not paid has no valid ticket'],
  [`update orders set state = 'failed'`, 'a paid payment belongs to a paid order'],
  ['update orders set total_tetri = total_tetri + 1', 'the sum of the lines is the total'],
  [`update payments set state = 'failed'`, 'a paid order has one paid payment of its total'],
  ['update tickets set used_at = null', 'a ticket is used while an admission with it is not undone'],
  ['delete from scans', 'a ticket is used while an admission with it is not undone'],
  ['update payments set refund_tetri = 1', 'what is promised back is within what was captured'],
  ['update payments set captured_tetri = captured_tetri + 1', 'the ledger has at the bank'],
  [`update ledger_entries set amount_tetri = amount_tetri + 1 where account = 'bank'`, 'every movement of the ledger balances'],
  [`update tickets set state = 'refunded'`, 'a refunded ticket has its refund'],
  [`update orders set kind = 'complimentary'`, 'a complimentary order has no payment'],
  ['update promo_codes set uses = 1', 'places opened with a code never exceed its uses'],
  [`update tickets set state = 'transferred' where used_at is null`, 'a ticket that was passed on has one that follows it'],
  ['update holds set resale_quantity = 1', 'the returned places of a hold'],
  ['update refunds set fee_tetri = 0', 'what was captured is its valid tickets'],
  [`update tickets set price_tetri = price_tetri + 1`, 'what was captured is its valid tickets'],
  ['update event_numbers set gross_tetri = gross_tetri + 1, refunded_tetri = refunded_tetri + 1', 'the counted money of all events'],
  ['delete from event_numbers', 'the counted money of an event'],
  ['update event_numbers set unused = unused + 1', 'the counted tickets and guests of an event'],
  ['update event_numbers set listed = listed + 1', 'the counted people of an event from lists'],
  ['update event_numbers set again = again + 1', 'the counted tickets and guests of an event'],
  ['update event_numbers set came = came + 1', 'the counted people who came'],
  [`insert into event_sources select event_id, 'mail', '', '', 1, 1, 0, 1 from event_numbers`, 'the counted sources of an event'],
];

/** One of two tickets of an order was listed for resale and sold, and the club kept its fee. */
async function sellListed(app: TestApp): Promise<void> {
  await setClub(app, { 'club:resale_fee': '10' });
  const { seller, tickets, eventId } = await sellOut(app, 2);
  await seller.api.transfers.listForResale({ id: tickets[0] ?? 0 });
  const waiter = await createGuest(app);
  await waiter.api.waitlist.join({ id: eventId, body: { quantity: 1 } });
  await runDueJobs(app.deps);
  const { redirect } = await waiter.api.cart.checkout();
  await comeBack(app, (await payAtBank(app, redirect, 'lost')).token);
}

test('no rule is broken by a ticket that was bought and used, and each planted fault breaks its rule', async () => {
  const app = await startTestApp({ isFresh: true });
  const [guest, admin] = [await createUser(app.ctx), await createAdmin(app.ctx)];
  const made = await createEventWithHidden(app.ctx, { hidden: 10 });
  const { eventId } = made;
  await createPromoCode(app.ctx, made, { uses: 2 });
  await comeBack(app, (await buy(app, guest.accessToken, { eventId, quantity: 2, code: 'FRIENDS', outcome: 'approve' })).token);
  const [ticket] = await app.api(guest.accessToken).tickets.mine();
  await app.api(admin.accessToken).door.scan({ body: { isReject: false, ticketId: Number(ticket?.id), code: ticket?.code } });
  await sellListed(app);
  await (await createGuest(app)).api.cart.addTicket({ eventId });
  await storeReport(app.ctx);
  const client = await app.owner.$client.connect();
  expect(await findBrokenRules(client)).toEqual([]);
  for (const [fault, rule] of FAULTS) {
    await client.query(`begin; ${WITHOUT_CHECKS}; ${fault}`);
    expect(await findBrokenRules(client), fault).toContainEqual(expect.stringMatching(`^${rule}`));
    await client.query('rollback');
  }
  client.release();
});
