import { sign } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { findEvent } from '#server/content/events/staff-events.queries.ts';
import { changeOrder, endOrder, findOrder } from '#server/fake-bank/fake-bank.queries.ts';
import { endingOf, statusAt } from '#server/fake-bank/outcomes.ts';
import { receiptOf, signingKeys } from '#server/fake-bank/receipt.ts';
import { contextFor } from '#server/platform/context.ts';
import { expireHolds } from '#server/sales/inventory/holds.jobs.ts';
import { createProvider } from '#server/sales/payments/banks/create-provider.ts';
import { BankError, type PaymentProvider } from '#server/sales/payments/banks/provider.ts';
import { offerAllPlaces } from '#server/sales/waitlist/waitlist.jobs.ts';
import { cancelAndRefund } from '#server/sales/payments/refunds/bulk-refunds.service.ts';
import { findBulkOfEvent } from '#server/sales/payments/refunds/bulk-refunds.queries.ts';
import { refundEvent } from '#server/sales/payments/refunds/bulk-refunds.jobs.ts';
import { sweepPayments } from '#server/sales/payments/payments.jobs.ts';
import { ApiError, AppError } from '#shared/errors.ts';
import { toTetri } from '#shared/money.ts';
import { callsTo } from './calls.ts';
import type { BankBehaviour, Button, Command } from './commands.ts';
import { asPerson, CODE, type ClubProcess, type Stage, type World } from './stage.ts';
import { pick } from './step.ts';

const NOTHING = 'nothing to do';
const CLOSED_PORT = 'http://127.0.0.1:1';

/** Executes a command on the real system through one of its processes, and returns the result in the model's terms. */
export async function act(world: World, command: Command, place = 0): Promise<string> {
  const process = world.stage.processes[place];
  if (!process) throw new Error(`There is no process ${place}.`);
  return perform(world, process, command).catch(codeOf);
}

/** Returns the code of a refusal. @throws any other error, which fails the test */
function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  if (error instanceof ApiError && error.body.code) return error.body.code;
  throw error;
}

async function perform(world: World, process: ClubProcess, command: Command): Promise<string> {
  const { stage, guests, events } = world;
  const calls = callsTo(stage, process);
  const ctx = contextFor(process.deps);
  const eventOf = (event: number): number => events[event]?.id ?? 0;
  switch (command.does) {
    case 'add':
    case 'change': {
      const places = { eventId: eventOf(command.event), quantity: command.quantity };
      return `held at ${toTetri((await calls[command.does](guests[command.guest], places)).price)}`;
    }
    case 'add by code': {
      const places = { eventId: eventOf(command.event), quantity: command.quantity, code: CODE };
      return `held at ${toTetri((await calls.add(guests[command.guest], places)).price)}`;
    }
    case 'remove':
      await calls.remove(guests[command.guest], eventOf(command.event));
      return 'done';
    case 'checkout':
      return withBankBehaviour(process, command.bank, async () => {
        const { redirect } = await calls.checkout(guests[command.guest]);
        return redirect.includes('/fake-bank/pay/') ? 'pay' : 'done';
      });
    case 'scan': {
      const tickets = await ticketsOf(world);
      const ticket = tickets[pick(command.ticket, tickets.length) ?? -1];
      return ticket ? (await calls.scan(ticket, command.isReject)).result : NOTHING;
    }
    case 'refund': {
      const tickets = await ticketsOf(world);
      const ticket = tickets[pick(command.ticket, tickets.length) ?? -1];
      if (!ticket) return NOTHING;
      await calls.refund(ticket.orderId, command.isWhole ? undefined : [ticket.id]);
      return 'done';
    }
    case 'cancel':
      return cancel(process, stage, eventOf(command.event));
    case 'join':
      await calls.join(guests[command.guest], { eventId: eventOf(command.event), quantity: command.quantity });
      return 'done';
    case 'leave':
      await calls.leave(guests[command.guest], eventOf(command.event));
      return 'done';
    case 'serve':
      await offerAllPlaces.run(ctx, {});
      return 'done';
    case 'list for resale':
    case 'withdraw':
    case 'pass on': {
      const tickets = await ticketsOf(world);
      const ticket = tickets[pick(command.ticket, tickets.length) ?? -1];
      if (!ticket) return NOTHING;
      const owner = guests.find(({ id }) => id === ticket.userId);
      if (command.does === 'pass on') await calls.transfer(owner, ticket.id, guests[command.guest]);
      else await calls[command.does === 'list for resale' ? 'listForResale' : 'withdrawListing'](owner, ticket.id);
      return 'done';
    }
    case 'price':
      await ctx.db.execute(sql`
        update ticket_types set price_tetri = ${command.priceTetri} where id = ${events[command.event]?.ticketTypeIds[command.ticketType]}`);
      return 'done';
    case 'wait':
      stage.app.clock.advanceMinutes(command.minutes);
      return 'done';
    case 'sweep':
      // Another test checks the pauses between checks; here every sweep checks everything.
      await ctx.db.execute(sql`
        update payments set check_at = ${ctx.clock.now()} where id in (
          select id from payments where state in ('created', 'pending', 'refunding') or is_watched for update skip locked)`);
      await ctx.db.execute(sql`
        update refunds set check_at = ${ctx.clock.now()} where id in (
          select id from refunds where state in ('intended', 'unknown', 'sent') for update skip locked)`);
      await sweepPayments.run(ctx, {});
      return 'done';
    case 'expire':
      await expireHolds.run(ctx, {});
      return 'done';
    case 'restart':
      await stage.restart(stage.processes.indexOf(process));
      return 'done';
    case 'press':
    case 'callback':
    case 'change of mind':
    case 'return':
      return withOrder(world, process, command);
  }
}

/** Cancels an event and refunds everyone, as a job does. */
async function cancel(process: ClubProcess, { admin }: Stage, eventId: number): Promise<string> {
  const ctx = asPerson(process, admin);
  const event = await findEvent(ctx.db, eventId);
  if (event?.state !== 'published') return NOTHING;
  await cancelAndRefund(ctx, eventId, { version: event.revision, reason: 'The band is ill.' });
  const bulk = await findBulkOfEvent(ctx.db, eventId);
  await refundEvent.run(ctx, { bulkRefundId: bulk?.id ?? 0, afterOrderId: 0 });
  return 'done';
}

/** Sets whether the bank answers, does not, or loses its answer after it carried out the request. */
async function withBankBehaviour<T>({ deps, bank }: ClubProcess, behaviour: BankBehaviour, work: () => Promise<T>): Promise<T> {
  if (behaviour === 'is away') deps.payments = createProvider(deps.env, () => CLOSED_PORT);
  if (behaviour === 'loses its answer') deps.payments = forgetful(bank);
  try {
    return await work();
  } finally {
    deps.payments = bank;
  }
}

const forgetful = (bank: PaymentProvider): PaymentProvider => ({
  ...bank,
  createCheckout: async (request) => {
    await bank.createCheckout(request);
    throw new BankError('unknown', 'The line went dead.');
  },
});

type Ordered = { order_id: string; bank_id: string | null; is_known: boolean; token: string };

async function withOrder(world: World, process: ClubProcess, command: Extract<Command, { order: number }>): Promise<string> {
  const orders = await ordersOf(world);
  const order = orders[pick(command.order, orders.length) ?? -1];
  if (!order) return NOTHING;
  if (command.does === 'return') return (await callsTo(world.stage, process).comeBack(order.token)).state;
  if (command.does === 'callback') return order.bank_id ? callBack(world, process, order.bank_id, command.signer) : NOTHING;
  if (!order.bank_id || !order.is_known) return 'done';
  if (command.does === 'press') await press(world, order.bank_id, command.button);
  else await collectAfterFailure(world, process, order.bank_id);
  return 'done';
}

export async function ordersOf({ stage, guests }: World): Promise<Ordered[]> {
  const ids = sql.param(guests.map(({ id }) => id));
  const { rows } = await stage.app.ctx.db.execute<Ordered>(sql`
    select o.id as order_id, b.id as bank_id, p.provider_order_id is not null as is_known, p.return_token as token
    from orders o join payments p on p.order_id = o.id left join fake_bank_orders b on b.external_order_id = o.id::text
    where o.user_id = any(${ids}::int[]) order by o.id`);
  return rows;
}

async function ticketsOf({ stage, guests }: World): Promise<{ id: number; eventId: number; orderId: number; userId: number }[]> {
  const ids = sql.param(guests.map(({ id }) => id));
  const { rows } = await stage.app.ctx.db.execute<{ id: string; event_id: number; order_id: string; user_id: number }>(sql`
    select t.id, t.event_id, l.order_id, t.user_id from tickets t join order_lines l on l.id = t.order_line_id where t.user_id = any(${ids}::int[]) order by t.id`);
  return rows.map(({ id, event_id: eventId, order_id: orderId, user_id: userId }) => ({
    id: Number(id),
    eventId,
    orderId: Number(orderId),
    userId,
  }));
}

/** Presses a button of the bank's page. Its callback is dropped, because callbacks are separate commands. */
async function press({ stage: { app } }: World, bankId: string, button: Button): Promise<void> {
  const { db } = app.ctx;
  const order = await findOrder(db, bankId);
  if (!order) return;
  const now = app.clock.now();
  await endOrder(db, bankId, now, { outcome: button, ...endingOf(button, order, now), callbackDueAt: null, callbacksLeft: 0 });
}

async function callBack({ stage }: World, process: ClubProcess, bankId: string, signer: 'bank' | 'nobody'): Promise<string> {
  const { db, clock } = stage.app.ctx;
  const order = await findOrder(db, bankId);
  if (!order) return NOTHING;
  const body = JSON.stringify({ event: 'order_payment', body: receiptOf(order, clock.now()) });
  const headers = { 'callback-signature': sign('RSA-SHA256', Buffer.from(body), (await signingKeys(db)).privateKey).toString('base64') };
  await callsTo(stage, process).callBack(body, signer === 'bank' ? headers : {});
  return 'done';
}

async function collectAfterFailure(world: World, process: ClubProcess, bankId: string): Promise<void> {
  const { db, clock } = world.stage.app.ctx;
  const order = await findOrder(db, bankId);
  if (!order || statusAt(order, clock.now()) !== 'rejected') return;
  await changeOrder(db, bankId, { status: 'completed' });
  await callBack(world, process, bankId, 'bank');
}
