import { createHash } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { batched } from '#server/platform/db/batch.ts';
import {
  BankError,
  type CallbackHint,
  type CallbackRequest,
  type PaymentProvider,
  bankNames,
  orElse,
  orUnavailable,
} from '#server/sales/payments/banks/provider.ts';
import { AppError } from '#shared/errors.ts';
import type { BankReturnView } from '#shared/payments/payments.contract.ts';
import type { PaymentState } from './payment-states.ts';
import {
  type Callback,
  callbackKey,
  findPaymentsByProviderOrder,
  findPaymentsByToken,
  findWaitingCallbacks,
  type KeptCallback,
  markHandled,
  type Payment,
  type ProviderOrder,
  storeCallbacks,
  type WaitingCallback,
} from './payments.queries.ts';
import { awaitSync, syncPayment } from './sync-payment.ts';
import { noteTestOrderCallback } from './test-orders/test-orders.service.ts';

type Arrival = { bank: PaymentProvider; request: CallbackRequest; hint: CallbackHint };

const AT_ONCE = 5;
/** After this many failures in one run, a bank is not asked again until the next run. */
const FAILURES_MAX = 10;
/** An unsigned body may come from anyone: only its beginning is stored. */
const UNSIGNED_MAX = 2_000;

/**
 * Handles a bank's callback. It proves nothing: it is stored, the bank is asked, and the reply is sent once the effect is committed. An
 * unsigned one from a bank that signs waits for the sweeper, so that an attacker cannot make us call the bank. @throws invalid_input when
 * neither signature nor order is known; too_many_requests; bank_unavailable
 */
export async function receiveCallback(
  ctx: Context,
  bank: PaymentProvider,
  request: CallbackRequest,
  isWithinLimit: () => boolean,
): Promise<void> {
  const hint = await orUnavailable(bank.parseCallback(request));
  if (hint.signature !== 'valid' && !isWithinLimit()) throw new AppError('too_many_requests', { retryAfterSeconds: 60 });
  const { providerOrderId } = hint;
  const payment = providerOrderId ? await findByProviderOrder(ctx, { provider: bank.name, providerOrderId }) : undefined;
  const arrival = { bank, request, hint };
  if (!payment && (await noteTestOrderCallback(ctx, bank, providerOrderId))) return;
  if (!payment) return storeUnknownCallback(ctx, arrival);
  const kept = await keep(ctx, arrival, payment);
  if (bank.signsCallbacks && hint.signature !== 'valid') {
    ctx.log.warn({ paymentId: payment.id, signature: hint.signature }, 'a callback without a valid signature');
    return;
  }
  await orUnavailable(syncPayment(ctx, payment));
  await noteHandled(ctx, kept);
}

/** Handles a callback about no known payment: stored if signed, accepted from a bank that signs nothing, refused otherwise. */
async function storeUnknownCallback(ctx: Context, arrival: Arrival): Promise<void> {
  const { bank, hint } = arrival;
  ctx.log.warn({ provider: bank.name, signature: hint.signature }, 'a callback about no payment of ours');
  if (hint.signature === 'valid') await keep(ctx, arrival, undefined);
  else if (bank.signsCallbacks || hint.providerOrderId === undefined) throw new AppError('invalid_input');
}

/** Syncs every payment whose callback was unsigned or not fully processed, so a crash loses nothing. */
export async function processCallbacks(ctx: Context): Promise<void> {
  let failures = 0;
  let afterId = 0;
  const next = () => findWaitingCallbacks(ctx.db, { afterId, limit: AT_ONCE, providers: bankNames(ctx) });
  for (let waiting = await next(); waiting.length > 0 && failures < FAILURES_MAX; waiting = await next()) {
    const done = await Promise.all(waiting.map((callback) => processCallback(ctx, callback)));
    failures += done.filter((isDone) => !isDone).length;
    afterId = waiting.at(-1)?.id ?? afterId;
  }
}

async function processCallback(ctx: Context, callback: WaitingCallback): Promise<boolean> {
  try {
    await syncPayment(ctx, callback.payment);
    await noteHandled(ctx, callback);
    return true;
  } catch (error) {
    const paymentId = callback.payment.id;
    if (error instanceof BankError)
      ctx.log.warn({ paymentId, outcome: error.outcome, reason: error.message }, 'a request to the bank failed');
    else ctx.log.error({ err: error, paymentId }, 'a callback could not be processed');
    return false;
  }
}

// In a rush, many callbacks arrive at the same moment.
const findByProviderOrder = batched<ProviderOrder, Payment | undefined>(async ({ db }, named) => {
  const found = await findPaymentsByProviderOrder(db, named);
  return named.map((name) => found.find((payment) => isNamed(payment, name)));
});

const isNamed = (payment: Payment, { provider, providerOrderId }: ProviderOrder): boolean =>
  payment.provider === provider && payment.providerOrderId === providerOrderId;

const store = batched<Callback, KeptCallback>(
  async ({ db }, callbacks) => {
    const kept = await storeCallbacks(db, callbacks);
    return callbacks.map((callback) => kept.get(callbackKey(callback)) ?? notKept());
  },
  { keyOf: callbackKey },
);

function notKept(): never {
  throw new Error('A callback was not stored.');
}

const noteHandled = batched<KeptCallback, void>(async ({ db, clock }, kept) => {
  await markHandled(db, kept, clock.now());
  return kept.map(() => undefined);
});

function keep(ctx: Context, { bank, request, hint }: Arrival, payment: Payment | undefined): Promise<KeptCallback> {
  const { rawBody, headers } = request;
  const { signature } = hint;
  const body = rawBody.toString('utf8').replaceAll('\0', '');
  const now = ctx.clock.now();
  return store(ctx, {
    provider: bank.name,
    // Anyone may send unsigned callbacks, so they share one row per payment.
    digest: digestOf(signature === 'valid' ? rawBody : `${signature} ${payment?.id}`),
    headers: {
      'content-type': headers['content-type'],
      'callback-signature': headers['callback-signature'],
      'user-agent': headers['user-agent'],
    },
    body: signature === 'valid' ? body : body.slice(0, UNSIGNED_MAX),
    isSigned: signature,
    receivedAt: now,
    paymentId: payment?.id ?? null,
    handledAt: payment ? null : now,
  });
}

const digestOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('base64url');

const publicState: Record<PaymentState, BankReturnView['state']> = {
  created: 'settling',
  pending: 'settling',
  flagged: 'settling',
  paid: 'paid',
  failed: 'failed',
  refunding: 'refunded',
  refunded: 'refunded',
};

type Known = Awaited<ReturnType<typeof findPaymentsByToken>>[number];

const findByToken = batched<string, Known | undefined>(async ({ db }, tokens) => {
  const known = new Map((await findPaymentsByToken(db, tokens)).map((found) => [found.payment.returnToken, found]));
  return tokens.map((token) => known.get(token));
});

/**
 * Asks the bank after the guest's return and returns the payment's status, nothing about the person. If `mayAsk` refuses, the stored status
 * is returned without asking. @throws order_not_found
 */
export async function returnFromBank(
  ctx: Context,
  token: string,
  mayAsk: (paymentId: number) => boolean = () => true,
): Promise<BankReturnView> {
  const known = await findByToken(ctx, token);
  if (!known) throw new AppError('order_not_found');
  const payment = mayAsk(known.payment.id) ? await orElse(awaitSync(ctx, known.payment), known.payment) : known.payment;
  const { failureReason, isWatched } = payment;
  const view = { state: isWatched ? 'settling' : publicState[payment.state], eventIds: known.eventIds };
  return view.state === 'failed' && failureReason ? { ...view, reason: failureReason } : view;
}
