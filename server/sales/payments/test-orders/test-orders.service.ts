import { randomUUID } from 'node:crypto';
import { raiseAlert, resolveAlert } from '#server/platform/alerts/alerts.service.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { HOUR, type Limit, consumeLimits } from '#server/platform/limits/limits.ts';
import { BankError, bankNames, bankOf, type BankStatus, bankTimeout, type PaymentProvider } from '#server/sales/payments/banks/provider.ts';
import { BANK_SESSION_MS, CURRENCY } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts';
import { paths } from '#shared/paths.ts';
import type { BankCheckView } from '#shared/staff/checks.contract.ts';
import { claimDueTestOrders, insertTestOrder, makeTestOrderDue, type TestOrder, updateTestOrder } from './test-orders.queries.ts';

const AMOUNT_TETRI = 100;
const CHECK_EVERY_MS = 5 * MINUTE_MS;
const ANSWER_MAX = 300;
/** Orders per member of staff: each is a call to the bank. */
const TEST_ORDERS: Limit = { name: 'bankTest', points: 10, duration: HOUR };

/**
 * Opens an order of 1 GEL at the bank that takes payments, and asks the bank about it. It affects neither stock nor ledger, and its page is
 * never shown. @throws unauthorized, too_many_requests
 */
export async function openTestOrder(ctx: Context): Promise<BankCheckView> {
  const { userId } = requireUser(ctx);
  await consumeLimits(ctx, [TEST_ORDERS, String(userId)]);
  const bank = ctx.payments;
  const now = ctx.clock.now();
  // Committed before the bank is called, so that an order is known here even if the answer is lost.
  const order = await withTransaction(ctx, async (tx) => {
    const keys = { idempotencyKey: randomUUID(), refundKey: randomUUID() };
    const checkAt = new Date(now.getTime() + CHECK_EVERY_MS);
    const row = { ...keys, provider: bank.name, amountTetri: AMOUNT_TETRI, createdBy: userId, createdAt: now, checkAt };
    const inserted = await insertTestOrder(tx.db, row);
    await recordAction(tx, { action: 'bank.test', subject: 'club', detail: { provider: bank.name } });
    return inserted;
  });
  try {
    await inTime(openAndAsk(ctx, bank, order));
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    ctx.log.warn({ provider: bank.name, outcome: error.outcome, reason: error.message }, 'a test order was not answered');
    const state = error.outcome === 'refused' ? 'refused' : 'silent';
    return { state, bank: bank.name, endsAt: null, answer: error.message.slice(0, ANSWER_MAX) };
  }
  return { state: 'answered', bank: bank.name, endsAt: toWireTime(new Date(now.getTime() + BANK_SESSION_MS)), answer: null };
}

async function openAndAsk(ctx: Context, bank: PaymentProvider, order: TestOrder): Promise<void> {
  const url = `${ctx.env.publicUrl}${paths.staff}`;
  const { providerOrderId } = await bank.createCheckout({
    paymentId: order.id,
    orderId: `test-${order.id}`,
    idempotencyKey: order.idempotencyKey,
    amountTetri: order.amountTetri,
    currency: CURRENCY,
    language: 'en',
    lines: [{ ticketTypeId: 0, description: 'Test', quantity: 1, priceTetri: order.amountTetri }],
    successUrl: url,
    failureUrl: url,
    lifetimeMs: BANK_SESSION_MS,
  });
  await updateTestOrder(ctx.db, order.id, { providerOrderId });
  const { amountTetri } = await bank.getStatus(providerOrderId);
  if (amountTetri !== order.amountTetri)
    throw new BankError('unknown', `The bank shows ${amountTetri} tetri instead of ${order.amountTetri}.`);
}

/** The call continues after its caller got an answer, so that its order is known here. @throws BankError */
function inTime(call: Promise<void>): Promise<void> {
  const timeout = bankTimeout();
  const { promise: isOver, reject } = Promise.withResolvers<never>();
  timeout.addEventListener('abort', () => reject(new BankError('unknown', 'The bank did not answer in time.')), { once: true });
  call.catch(() => undefined);
  return Promise.race([call, isOver]);
}

/** Makes a test order due on a bank's callback about it. Returns false if it is about something else. */
export const noteTestOrderCallback = async (ctx: Context, bank: PaymentProvider, providerOrderId: string | undefined): Promise<boolean> =>
  providerOrderId !== undefined && makeTestOrderDue(ctx.db, bank.name, providerOrderId, ctx.clock.now());

/** Asks the banks about due test orders; a failure is retried at the next time. */
export async function sweepTestOrders(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const due = await claimDueTestOrders(ctx.db, bankNames(ctx), { now, next: new Date(now.getTime() + CHECK_EVERY_MS) });
  for (const order of due) {
    try {
      await syncTestOrder(ctx, order);
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      ctx.log.warn({ testOrderId: order.id, outcome: error.outcome, reason: error.message }, 'a request to the bank failed');
    }
  }
}

async function syncTestOrder(ctx: Context, order: TestOrder): Promise<void> {
  const bank = bankOf(ctx, order.provider);
  const providerOrderId = order.providerOrderId ?? '';
  const status = await bank.getStatus(providerOrderId);
  if (isBack(status)) return end(ctx, order, 'refunded');
  const isForgotten = status.state === 'pending' && ctx.clock.now().getTime() - order.createdAt.getTime() > DAY_MS;
  if (status.state === 'failed' || isForgotten) return end(ctx, order, 'over');
  if (status.state === 'pending') return undefined;
  if (order.state === 'open') await notePaid(ctx, order);
  if (status.state !== 'paid') return undefined;
  const { amountTetri, refundedTetri } = status;
  await bank.refund({
    providerOrderId,
    amountTetri: amountTetri - refundedTetri,
    refundedBeforeTetri: refundedTetri,
    idempotencyKey: order.refundKey,
  });
  return undefined;
}

const isBack = ({ state, amountTetri, refundedTetri }: BankStatus): boolean =>
  state === 'refunded' || (state === 'paid' && amountTetri > 0 && refundedTetri >= amountTetri);

const subjectOf = ({ id }: TestOrder): string => `test order ${id}`;

/** Money without a sale: it is refunded, with an alert until that is done. */
async function notePaid(ctx: Context, order: TestOrder): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await updateTestOrder(tx.db, order.id, { state: 'paid' });
    const detail = `Somebody paid a test order at ${order.provider}, number ${order.providerOrderId ?? ''} there. Its money is being refunded.`;
    await raiseAlert(tx, { kind: 'test_order_paid', subject: subjectOf(order), detail });
  });
}

async function end(ctx: Context, order: TestOrder, state: 'over' | 'refunded'): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await updateTestOrder(tx.db, order.id, { state });
    if (order.state === 'paid') await resolveAlert(tx, { kind: 'test_order_paid', subject: subjectOf(order) });
  });
}
