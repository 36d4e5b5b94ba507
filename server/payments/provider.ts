import type { Language } from '#shared/constants.ts';

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
  callbackUrl: string;
  lifetimeMs: number;
};

/** The bank's view of one payment, already reduced to our words. */
export type BankStatus = {
  state: 'pending' | 'paid' | 'failed' | 'refunding' | 'refunded' | 'unclear';
  externalOrderId: string;
  amountTetri: number;
  refundedTetri: number;
  currency: string;
};

export type CallbackRequest = { rawBody: Buffer; headers: Record<string, string | string[] | undefined> };

/**
 * A bank. Every method may reject with `BankError`; `unknown` means the bank may or may not have done it, so the same
 * call is repeated later under the same idempotency key.
 */
export type PaymentProvider = {
  name: 'fake' | 'bog' | 'tbc';
  createCheckout(request: CheckoutRequest): Promise<{ providerOrderId: string; redirectUrl: string }>;
  getStatus(providerOrderId: string): Promise<BankStatus>;
  refund(providerOrderId: string, amountTetri: number, idempotencyKey: string): Promise<void>;
  /** Which payment a callback speaks of, and whether its signature holds. A callback is only a hint to ask. */
  parseCallback(request: CallbackRequest): { providerOrderId: string | undefined; signature: 'valid' | 'invalid' | 'absent' };
};

export class BankError extends Error {
  readonly outcome: 'refused' | 'unknown';

  constructor(outcome: 'refused' | 'unknown', message: string, options?: ErrorOptions) {
    super(message, options);
    this.outcome = outcome;
  }
}
