import { perServer, withTransaction, type Context } from '#server/platform/context.ts';
import { batched } from '#server/platform/db/batch.ts';
import { lockOrderedHolds, STOCK_BATCH_MAX, withPaidStock } from '#server/sales/inventory/inventory.service.ts';
import { BankError, type BankStatus, bankOf, type CheckoutRequest } from '#server/sales/payments/banks/provider.ts';
import { lockListedSale } from '#server/sales/payments/refunds/sell-listed.ts';
import { processRefunds } from '#server/sales/payments/refunds/refund.ts';
import { BANK_SESSION_MS, DEFAULT_LANGUAGE } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { applyTransition, collectHeld } from './transition.ts';
import { firstCheckAt, isFinal, type Transition, nextTransition } from './payment-states.ts';
import {
  type Click,
  findOrderLines,
  findPayment,
  findPayments,
  lockOrderedPayment,
  lockOrderedPayments,
  markPending,
  markRequested,
  type OrderedPayment,
  type Payment,
  stopWatching,
} from './payments.queries.ts';

/**
 * Syncs a payment: asks the bank for its status, applies the effects exactly once and returns the changed payment. Callback, return page,
 * sweeper and staff all call this, in any order and number (I3). No transaction is open while the bank is asked. @throws BankError
 */
export function syncPayment(ctx: Context, payment: Payment): Promise<Payment> {
  const present = syncsOf(ctx).get(payment.id);
  if (!present) return begin(ctx, payment.id, payment);
  present.next ??= present.now.catch(() => undefined).then((settled) => begin(ctx, payment.id, settled));
  return present.next;
}

/** Syncs for a caller who polls, such as the return page: joins a running sync, because guests return when the callback arrives. */
export const awaitSync = (ctx: Context, payment: Payment): Promise<Payment> =>
  syncsOf(ctx).get(payment.id)?.now ?? syncPayment(ctx, payment);

/** A callback must not join `now`, which may have asked the bank too early. All callers that arrive during `now` share `next`. */
type Sync = { now: Promise<Payment>; next?: Promise<Payment> };
const syncsOf = perServer(() => new Map<number, Sync>());

/** `known`: undefined after a failed sync, which may have changed the payment. */
function begin(ctx: Context, paymentId: number, known: Payment | undefined): Promise<Payment> {
  const underWay = syncsOf(ctx);
  const now = syncNow(ctx, paymentId, known).finally(() => {
    if (underWay.get(paymentId)?.now === now) underWay.delete(paymentId);
  });
  underWay.set(paymentId, { now });
  return now;
}

async function syncNow(ctx: Context, paymentId: number, known: Payment | undefined): Promise<Payment> {
  const payment = known ?? (await readPayment(ctx, paymentId));
  if (mayRefund(payment)) return processThenRead(ctx, payment);
  if (isFinal(payment.state)) return payment;
  const bank = await askBank(ctx, payment);
  if (!bank) return readPayment(ctx, paymentId);
  // Another process may have ended it while the bank was asked.
  const settled = bank.state === 'pending' ? await readPayment(ctx, paymentId) : await applyBankStatus(ctx, { payment, bank });
  return mayRefund(settled) ? processThenRead(ctx, settled) : settled;
}

/** Returns true if the payment has refunds: the bank's status is then about them. */
const mayRefund = ({ state, refundTetri }: Payment): boolean => state === 'refunding' || (state === 'paid' && refundTetri > 0);

async function processThenRead(ctx: Context, payment: Payment): Promise<Payment> {
  await processRefunds(ctx, payment);
  return readPayment(ctx, payment.id);
}

const readPayment = batched<number, Payment>(async ({ db }, ids) => {
  const known = new Map((await findPayments(db, ids)).map((payment) => [payment.id, payment]));
  return ids.map((id) => known.get(id) ?? missing());
});

/** Returns the bank's status; undefined for a payment unknown to the bank, which is then opened there, or ended. */
async function askBank(ctx: Context, payment: Payment): Promise<BankStatus | undefined> {
  const { orderId, amountTetri, currency, providerOrderId } = payment;
  if (amountTetri === 0) return { state: 'paid', externalOrderId: String(orderId), amountTetri, refundedTetri: 0, currency };
  if (providerOrderId !== null) return bankOf(ctx, payment.provider).getStatus(providerOrderId);
  // The bank's answer was lost, so no guest was sent to its page.
  if (payment.expiresAt <= ctx.clock.now()) await endUnopened(ctx, payment.id);
  else if (payment.state === 'created') await openAtBank(ctx, payment);
  return undefined;
}

type StatusReport = { payment: Payment; bank: BankStatus };

/** Applies the bank's status and returns the changed payment. */
async function applyBankStatus(ctx: Context, report: StatusReport): Promise<Payment> {
  const settled = await applyToHeldPlaces(ctx, report);
  if (settled) return settled;
  return withPaidStock(ctx, async (tx) => {
    await lockListedSale(tx, report.payment);
    const [found] = await findTransitions(tx, [report]);
    if (!found) return missing();
    const [payment] = await endWatch(tx, [found], [await applyTransition(tx, found.ordered, found.transition)]);
    return payment ?? missing();
  });
}

/**
 * Applies many statuses in one transaction, because in a rush many payments end together. Returns undefined for payments whose places are
 * no longer held: they look for free ones under the event's lock, for which this batch does not wait.
 */
const applyToHeldPlaces = batched<StatusReport, Payment | undefined>(
  (ctx, reports) =>
    withTransaction(ctx, async (tx) => {
      const transitions = await findTransitions(tx, reports);
      const { paid = [], others = [] } = Object.groupBy(transitions, ({ transition }) => (transition.to === 'paid' ? 'paid' : 'others'));
      await lockOrderedHolds(
        tx,
        transitions.filter(({ transition }) => transition.to !== 'stay').map((each) => each.ordered.order.id),
      );
      const settled = await collectHeld(
        tx,
        paid.map((each) => each.ordered),
      );
      for (const { ordered, transition } of others) settled.push(await applyTransition(tx, ordered, transition));
      const byId = new Map((await endWatch(tx, transitions, settled)).map((payment) => [payment.id, payment]));
      return reports.map(({ payment }) => byId.get(payment.id));
    }),
  { keyOf: ({ payment }) => String(payment.id), sizeMax: STOCK_BATCH_MAX },
);

type Found = { ordered: OrderedPayment; bank: BankStatus; transition: Transition };

/** Returns the transitions of these payments, which are locked against concurrent changes. */
async function findTransitions(tx: Context, reports: readonly StatusReport[]): Promise<Found[]> {
  const banks = new Map(reports.map(({ payment, bank }) => [payment.id, bank]));
  const found = await lockOrderedPayments(tx.db, [...banks.keys()]);
  return found.flatMap((ordered) => {
    const { payment } = ordered;
    const bank = banks.get(payment.id);
    return bank ? [{ ordered, bank, transition: nextTransition(payment, bank) }] : [];
  });
}

/** Ends the checks of these synced payments if the bank's status is final. Returns the changed payments. */
async function endWatch({ db }: Context, transitions: readonly Found[], settled: readonly Payment[]): Promise<Payment[]> {
  const final = new Set(transitions.filter(({ bank }) => bank.state !== 'refunding').map(({ ordered }) => ordered.payment.id));
  const isOver = ({ id, isWatched }: Payment) => isWatched && final.has(id);
  await stopWatching(
    db,
    settled.filter(isOver).map(({ id }) => id),
  );
  return settled.map((payment) => (isOver(payment) ? { ...payment, isWatched: false } : payment));
}

function missing(): never {
  throw new Error('There is no such payment.');
}

/** Longer than any bank call: an earlier request has ended. */
const OPENING_MS = 60_000;

/**
 * Opens a committed payment at the bank and returns the page for the guest. Called again after a crash or timeout: the bank knows the key
 * and gives the same answer. A refusal ends the payment, and so does an unknown result at a bank without keys. @throws BankError
 */
export function openAtBank(ctx: Context, payment: Payment): Promise<string> {
  const underWay = openings(ctx);
  const present = underWay.get(payment.id);
  if (present) return present;
  const opening = open(ctx, payment).finally(() => underWay.delete(payment.id));
  underWay.set(payment.id, opening);
  return opening;
}

/** Concurrent presses of one button share one bank call. */
const openings = perServer(() => new Map<number, Promise<string>>());

type Lines = Awaited<ReturnType<typeof findOrderLines>>;

const linesOf = batched<number, Lines>(async ({ db }, orderIds) => {
  const lines = Map.groupBy(await findOrderLines(db, orderIds), ({ orderId }) => orderId);
  return orderIds.map((id) => lines.get(id) ?? []);
});

/** Returns the page of a payment that may be made now; null when it was ended by another call. */
const notePending = batched<Click, string | null>(
  async ({ db }, opened) => {
    const pages = await markPending(db, opened);
    return opened.map(({ id }) => pages.get(id) ?? null);
  },
  { keyOf: ({ id }) => String(id) },
);

async function open(ctx: Context, payment: Payment): Promise<string> {
  const { id, orderId, provider } = payment;
  const bank = bankOf(ctx, provider);
  const request = checkoutRequest(ctx, payment, await linesOf(ctx, orderId));
  if (!bank.knowsKeys && !(await markRequested(ctx.db, id, ctx.clock.now()))) return pageOfFirst(ctx, id);
  const opened = await bank.createCheckout(request).catch(async (error: unknown) => {
    if (error instanceof BankError && (error.outcome === 'refused' || !bank.knowsKeys)) await endUnopened(ctx, id);
    throw error;
  });
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + BANK_SESSION_MS);
  const redirect = await notePending(ctx, { id, ...opened, expiresAt, checkAt: firstCheckAt(now) });
  if (!redirect) throw new BankError('refused', 'The payment ended while the bank was asked.');
  return redirect;
}

/**
 * A bank without keys would open a second order, so a second request gets the page of the first or waits for it. If the first ended without
 * a result, the payment ends: its page, if there is one, was never shown. @throws BankError
 */
async function pageOfFirst(ctx: Context, id: number): Promise<string> {
  const { redirectUrl = null, requestedAt = null } = (await findPayment(ctx.db, id)) ?? {};
  if (redirectUrl) return redirectUrl;
  const isGone = requestedAt !== null && ctx.clock.now().getTime() - requestedAt.getTime() > OPENING_MS;
  if (isGone) await endUnopened(ctx, id);
  throw new BankError(isGone ? 'refused' : 'unknown', 'The bank was asked to open this payment before.');
}

/** Depends on the payment and its order alone: a bank compares a repeated request with the first one of its key. */
function checkoutRequest({ env }: Context, payment: Payment, lines: Lines): CheckoutRequest {
  return {
    paymentId: payment.id,
    orderId: payment.orderId,
    idempotencyKey: payment.idempotencyKey,
    amountTetri: payment.amountTetri,
    currency: payment.currency,
    language: lines[0]?.language ?? DEFAULT_LANGUAGE,
    lines: lines.map(({ ticketTypeId, eventName, ticketTypeName, quantity, priceTetri }) => {
      return { ticketTypeId, description: `${eventName}: ${ticketTypeName}`, quantity, priceTetri };
    }),
    successUrl: returnUrl(env.publicUrl, paths.paymentSuccess, payment.returnToken),
    failureUrl: returnUrl(env.publicUrl, paths.paymentFailure, payment.returnToken),
    lifetimeMs: BANK_SESSION_MS,
  };
}

/** Returns the address to which the bank returns the guest; the token names the payment and proves nothing. */
export const returnUrl = (publicUrl: string, path: string, returnToken: string): string => `${publicUrl}${path}?order=${returnToken}`;

/**
 * Ends a payment unless another call has opened it. Asking again is useless: a bank repeats its answer to a key, or has no keys. The next
 * checkout makes a new order.
 */
async function endUnopened(ctx: Context, paymentId: number): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const ordered = await lockOrderedPayment(tx.db, paymentId);
    if (ordered?.payment.state === 'created') await applyTransition(tx, ordered, { to: 'failed', reason: 'unknown' });
  });
}
