import { perServer, withTransaction, type Context } from '#server/platform/context.ts';
import { batched } from '#server/platform/db/batch.ts';
import { BankError, type CheckoutRequest, bankOf } from '#server/sales/payments/banks/provider.ts';
import { BANK_SESSION_MS, DEFAULT_LANGUAGE } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { applyTransition } from './transition.ts';
import { firstCheckAt } from './payment-states.ts';
import {
  findOrderLines,
  findPayment,
  lockOrderedPayment,
  markRequested,
  markPending,
  type Click,
  type Payment,
} from './payments.queries.ts';

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
export async function endUnopened(ctx: Context, paymentId: number): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const ordered = await lockOrderedPayment(tx.db, paymentId);
    if (ordered?.payment.state === 'created') await applyTransition(tx, ordered, { to: 'failed', reason: 'unknown' });
  });
}
