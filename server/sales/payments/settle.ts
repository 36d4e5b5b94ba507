import { perServer, withTransaction, type Context } from '#server/platform/context.ts';
import { batched } from '#server/platform/db/batch.ts';
import { lockOrderedHolds, STOCK_BATCH_MAX, withPaidStock } from '#server/sales/inventory/stock.service.ts';
import { type BankStatus, bankOf } from '#server/sales/payments/banks/provider.ts';
import { lockListedSale } from '#server/sales/payments/refunds/sell-listed.ts';
import { pursueRefunds } from '#server/sales/payments/refunds/refund.ts';
import { applyMove, collectHeld } from './apply-move.ts';
import { endUnopened, openAtBank } from './open-at-bank.ts';
import { isSettled, type Move, nextMove } from './payment-states.ts';
import { findPayments, lockOrderedPayments, type OrderedPayment, type Payment, stopWatching } from './payments.queries.ts';

/**
 * Asks the bank for a payment's status and applies its effects exactly once. Callback, return page, sweeper and staff all call this, in any
 * order and number (I3). No transaction is open while the bank is asked. @throws BankError
 */
export function settle(ctx: Context, paymentId: number): Promise<Payment> {
  const present = settlingsOf(ctx).get(paymentId);
  if (!present) return begin(ctx, paymentId);
  present.next ??= present.now.catch(() => undefined).then(() => begin(ctx, paymentId));
  return present.next;
}

/**
 * Settles for a caller who polls, such as the return page: joins a settlement that is already running, because guests return at the moment
 * of the callback.
 */
export const awaitSettlement = (ctx: Context, paymentId: number): Promise<Payment> =>
  settlingsOf(ctx).get(paymentId)?.now ?? settle(ctx, paymentId);

/** A callback must not join `now`: that one may have asked the bank too early. All callers that arrive meanwhile share `next`. */
type Settling = { now: Promise<Payment>; next?: Promise<Payment> };
const settlingsOf = perServer(() => new Map<number, Settling>());

function begin(ctx: Context, paymentId: number): Promise<Payment> {
  const underWay = settlingsOf(ctx);
  const now = settleNow(ctx, paymentId).finally(() => {
    if (underWay.get(paymentId)?.now === now) underWay.delete(paymentId);
  });
  underWay.set(paymentId, { now });
  return now;
}

async function settleNow(ctx: Context, paymentId: number): Promise<Payment> {
  const payment = await knownPayment(ctx, paymentId);
  if (mayRefund(payment)) return pursueThenRead(ctx, paymentId);
  if (isSettled(payment.state)) return payment;
  const bank = await askBank(ctx, payment);
  const isCertain = bank && bank.state !== 'pending';
  const settled = isCertain ? await applyBankStatus(ctx, { paymentId, bank }) : await knownPayment(ctx, paymentId);
  return mayRefund(settled) ? pursueThenRead(ctx, paymentId) : settled;
}

/** Returns true if the payment has refunds: the bank's status then is about them. */
const mayRefund = ({ state, refundTetri }: Payment): boolean => state === 'refunding' || (state === 'paid' && refundTetri > 0);

async function pursueThenRead(ctx: Context, paymentId: number): Promise<Payment> {
  await pursueRefunds(ctx, paymentId);
  return knownPayment(ctx, paymentId);
}

const knownPayment = batched<number, Payment>(async ({ db }, ids) => {
  const known = new Map((await findPayments(db, ids)).map((payment) => [payment.id, payment]));
  return ids.map((id) => known.get(id) ?? missing());
});

/** Returns the bank's status, or undefined while there is none. */
async function askBank(ctx: Context, payment: Payment): Promise<BankStatus | undefined> {
  const { orderId, amountTetri, currency, providerOrderId } = payment;
  if (amountTetri === 0) return { state: 'paid', externalOrderId: String(orderId), amountTetri, refundedTetri: 0, currency };
  if (providerOrderId !== null) return bankOf(ctx, payment.provider).getStatus(providerOrderId);
  // The bank's answer was lost, so no guest was sent to its page.
  if (payment.expiresAt <= ctx.clock.now()) await endUnopened(ctx, payment.id);
  else if (payment.state === 'created') await openAtBank(ctx, payment.id);
  return undefined;
}

type StatusReport = { paymentId: number; bank: BankStatus };

/** Applies the bank's status and returns the payment afterwards. */
async function applyBankStatus(ctx: Context, report: StatusReport): Promise<Payment> {
  const settled = await applyToHeldPlaces(ctx, report);
  if (settled) return settled;
  return withPaidStock(ctx, async (tx) => {
    await lockListedSale(tx, report.paymentId);
    const moves = await findMoves(tx, [report]);
    for (const { ordered, move } of moves) await applyMove(tx, ordered, move);
    await endWatch(tx, moves);
    return (await findPayments(tx.db, [report.paymentId]))[0] ?? missing();
  });
}

/**
 * Applies many statuses in one transaction: in a rush many payments end at the same moment. Returns undefined for payments whose places are
 * no longer held: they look for free ones under the lock of the event, for which nobody here waits.
 */
const applyToHeldPlaces = batched<StatusReport, Payment | undefined>(
  (ctx, reports) =>
    withTransaction(ctx, async (tx) => {
      const moves = await findMoves(tx, reports);
      const { paid = [], others = [] } = Object.groupBy(moves, ({ move }) => (move.to === 'paid' ? 'paid' : 'others'));
      const ordered = paid.map((each) => each.ordered);
      await lockOrderedHolds(
        tx,
        moves.filter(({ move }) => move.to !== 'stay').map((each) => each.ordered.order.id),
      );
      const late = new Set((await collectHeld(tx, ordered)).map(({ payment }) => payment.id));
      for (const { ordered: each, move } of others) await applyMove(tx, each, move);
      await endWatch(
        tx,
        moves.filter((each) => !late.has(each.ordered.payment.id)),
      );
      const ids = reports.map(({ paymentId }) => paymentId);
      const settled = new Map((await findPayments(tx.db, ids)).map((payment) => [payment.id, payment]));
      return ids.map((id) => (late.has(id) ? undefined : (settled.get(id) ?? missing())));
    }),
  { keyOf: ({ paymentId }) => String(paymentId), sizeMax: STOCK_BATCH_MAX },
);

type Found = { ordered: OrderedPayment; bank: BankStatus; move: Move };

/** The moves of these payments, which are locked: nobody else changes their state. */
async function findMoves(tx: Context, reports: readonly StatusReport[]): Promise<Found[]> {
  const banks = new Map(reports.map(({ paymentId, bank }) => [paymentId, bank]));
  const found = await lockOrderedPayments(
    tx.db,
    reports.map(({ paymentId }) => paymentId),
  );
  return found.flatMap((ordered) => {
    const { payment } = ordered;
    const bank = banks.get(payment.id);
    return bank ? [{ ordered, bank, move: nextMove(payment, bank) }] : [];
  });
}

/** Once the bank's final status of these payments is applied, they are no longer checked. */
function endWatch({ db }: Context, moves: readonly Found[]): Promise<void> {
  const isOver = ({ ordered, bank }: Found) => ordered.payment.isWatched && bank.state !== 'refunding';
  return stopWatching(
    db,
    moves.filter(isOver).map(({ ordered }) => ordered.payment.id),
  );
}

function missing(): never {
  throw new Error('There is no such payment.');
}
