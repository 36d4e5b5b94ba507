import type { Context } from '#server/platform/context.ts';
import { CALL_TIMEOUT_MS, type Language } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import type { FailureReason } from '#shared/payments/payments.contract.ts';

/** The payment we ask the bank to collect. Amounts are whole tetri; adapters convert. */
export type CheckoutRequest = {
  paymentId: number;
  /** An order number of ours; for a test order, a text that equals no number. */
  orderId: number | string;
  idempotencyKey: string;
  amountTetri: number;
  currency: string;
  language: Language;
  lines: { ticketTypeId: number; description: string; quantity: number; priceTetri: number }[];
  successUrl: string;
  failureUrl: string;
  lifetimeMs: number;
};

/** The bank's view of one payment, in our terms. `unclear`: only a person can tell. */
export type BankStatus = {
  state: 'pending' | 'paid' | 'failed' | 'refunding' | 'refunded' | 'unclear';
  /** Our order id at the bank; undefined when the bank does not return it and only the bank's own id identifies the payment. */
  externalOrderId: string | undefined;
  amountTetri: number;
  refundedTetri: number;
  currency: string;
  /** Why a failed payment brought no money, by the bank's documented codes. */
  failure?: FailureReason;
  /** The bank's ids of refunds that it accepted and could not carry out. */
  failedRefunds?: string[];
};

/**
 * A refund request. `refundedBeforeTetri` shows for a bank without idempotency keys whether it has done this refund already, so the refunds
 * of one payment are requested one after the other.
 */
export type RefundRequest = { providerOrderId: string; amountTetri: number; refundedBeforeTetri: number; idempotencyKey: string };

/** `rawBody` is exactly what arrived: signatures cover bytes, not JSON. */
export type CallbackRequest = { rawBody: Buffer; headers: Record<string, string | string[] | undefined> };

export type CallbackHint = { providerOrderId: string | undefined; signature: 'valid' | 'invalid' | 'absent' };

/**
 * A bank. It knows its callback address and gives guests only its own pages. Every method may reject with `BankError`; `unknown` means that
 * the bank may have carried it out, so the call is repeated later with its idempotency key.
 */
export type PaymentProvider = {
  name: 'fake' | 'bog' | 'tbc';
  /** Proves, without moving money, that the bank answers and knows our credentials. */
  handshake(): Promise<void>;
  /** True if one idempotency key is one order at the bank. Otherwise an opening with an unknown result is never repeated. */
  knowsKeys: boolean;
  /** True if callbacks are signed; unsigned ones may come from anyone and are rate limited. */
  signsCallbacks: boolean;
  createCheckout(request: CheckoutRequest): Promise<{ providerOrderId: string; redirectUrl: string }>;
  getStatus(providerOrderId: string): Promise<BankStatus>;
  /** Returns the bank's id of the refund, if it gives one. */
  refund(request: RefundRequest): Promise<string | undefined>;
  /** Returns the payment that a callback is about, and whether its signature is valid. A callback is only a reason to ask the bank. */
  parseCallback(request: CallbackRequest): Promise<CallbackHint>;
};

export class BankError extends Error {
  readonly outcome: 'refused' | 'unknown';

  constructor(outcome: 'refused' | 'unknown', message: string, options?: ErrorOptions) {
    super(message, options);
    this.outcome = outcome;
  }
}

declare module '#server/platform/context.ts' {
  interface Deps {
    /** The bank that takes new payments. */
    payments: PaymentProvider;
    /** Other configured banks, whose earlier payments are still synced and refunded. */
    otherBanks: PaymentProvider[];
  }
}

const RETRY_AFTER_SECONDS = 10;
/** The rest of the browser's timeout is for our own work and the network. */
const TIMEOUT_MS = 0.8 * CALL_TIMEOUT_MS;

/** Aborts early enough to answer a waiting guest before the browser gives up. One signal for all bank calls of one request. */
export const bankTimeout = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS);

/** Turns a bank's refusal or timeout into `bank_unavailable`. The call itself continues, so that the next attempt finds its result. */
export function orUnavailable<T>(call: Promise<T>, timeout = bankTimeout()): Promise<T> {
  return inTime(call, timeout).catch((error: unknown) => {
    if (!(error instanceof BankError)) throw error;
    throw new AppError('bank_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error });
  });
}

/** Returns `known` when the bank does not answer in time. */
export function orElse<T>(call: Promise<T>, known: T, timeout = bankTimeout()): Promise<T> {
  return inTime(call, timeout).catch((error: unknown) => {
    if (!(error instanceof BankError)) throw error;
    return known;
  });
}

/** @throws BankError */
async function inTime<T>(call: Promise<T>, timeout: AbortSignal): Promise<T> {
  const { promise: isOver, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(new BankError('unknown', 'The bank did not answer while somebody waited.'));
  timeout.addEventListener('abort', giveUp, { once: true });
  if (timeout.aborted) giveUp();
  try {
    return await Promise.race([call, isOver]);
  } finally {
    timeout.removeEventListener('abort', giveUp);
  }
}

type Banks = Pick<Context, 'payments' | 'otherBanks'>;

const allBanks = ({ payments, otherBanks }: Banks): PaymentProvider[] => [payments, ...otherBanks];

export const bankNames = (banks: Banks): PaymentProvider['name'][] => allBanks(banks).map(({ name }) => name);

export const findBank = (banks: Banks, name: PaymentProvider['name']): PaymentProvider | undefined =>
  allBanks(banks).find((bank) => bank.name === name);

/** Returns the bank of a payment, even if another one takes new payments now. @throws BankError unknown, when it is no longer configured */
export function bankOf(banks: Banks, name: PaymentProvider['name']): PaymentProvider {
  const bank = findBank(banks, name);
  if (!bank) throw new BankError('unknown', `The bank "${name}" is not configured any more.`);
  return bank;
}
