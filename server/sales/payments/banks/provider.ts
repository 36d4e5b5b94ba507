import type { Language } from '#shared/constants.ts';
import type { FailureReason } from '#shared/payments/payments.contract.ts';

/** What we ask the bank to collect. Amounts are whole tetri; adapters convert. */
export type CheckoutRequest = {
  paymentId: number;
  orderId: number;
  idempotencyKey: string;
  amountTetri: number;
  currency: string;
  language: Language;
  lines: { basketId: number; description: string; quantity: number; priceTetri: number }[];
  successUrl: string;
  failureUrl: string;
  lifetimeMs: number;
};

/** The bank's view of one payment, already reduced to our words. `unclear`: only a person can tell. */
export type BankStatus = {
  state: 'pending' | 'paid' | 'failed' | 'refunding' | 'refunded' | 'unclear';
  /** Our order as the bank knows it; none when it does not say and only its own id ties the two. */
  externalOrderId: string | undefined;
  amountTetri: number;
  refundedTetri: number;
  currency: string;
  /** Why a failed one brought no money, in a word the bank's documents know. */
  failure?: FailureReason;
  /** The bank's numbers of refunds it took on and then could not carry out. */
  failedRefunds?: string[];
};

/**
 * Money to send back. What went back of this payment before tells a bank that knows no keys whether it has done this already, so
 * refunds of one payment are asked for one after the other.
 */
export type RefundRequest = { providerOrderId: string; amountTetri: number; refundedBeforeTetri: number; idempotencyKey: string };

/** `rawBody` is exactly what arrived: signatures cover bytes, not JSON. */
export type CallbackRequest = { rawBody: Buffer; headers: Record<string, string | string[] | undefined> };

export type CallbackHint = { providerOrderId: string | undefined; signature: 'valid' | 'invalid' | 'absent' };

/**
 * A bank. It knows by itself where its callbacks go, and answers only pages of its own to send a guest to. Every method may reject with `BankError`; `unknown` means the bank may or may not have done it, so the same
 * call is repeated later under the same idempotency key.
 */
export type PaymentProvider = {
  name: 'fake' | 'bog' | 'tbc';
  /** True if one idempotency key is one order there. Without that, an opening whose end is unknown is never repeated. */
  knowsKeys: boolean;
  /** True if its callbacks are signed; those of the others may be anybody's, and are bounded instead. */
  signsCallbacks: boolean;
  createCheckout(request: CheckoutRequest): Promise<{ providerOrderId: string; redirectUrl: string }>;
  getStatus(providerOrderId: string): Promise<BankStatus>;
  /** Returns the bank's number of the refund, if it gives one. */
  refund(request: RefundRequest): Promise<string | undefined>;
  /** Which payment a callback speaks of, and whether its signature holds. A callback is only a hint to ask. */
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
    /** Banks that are configured beside it: what was begun there is still settled and refunded. */
    otherBanks: PaymentProvider[];
  }
}
