import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { empty, jsonId } from '#shared/wire.ts';

/** The banks for payments; `fake` is our own, for testing. */
export const PAYMENT_PROVIDERS = ['fake', 'bog', 'tbc'] as const;

/** Why a payment failed, if the bank states it; `replaced`: the guest began newer ones (OPEN_BANK_ORDERS). */
export const failureReasons = ['declined', 'cancelled', 'expired', 'replaced', 'unknown'] as const;
export type FailureReason = (typeof failureReasons)[number];

/** The data of the payment pages, without personal data. `reason`: of a failed payment. */
export const BankReturnView = z.object({
  state: z.enum(['paid', 'settling', 'failed', 'refunded']),
  eventIds: z.array(jsonId),
  reason: z.enum(failureReasons).optional(),
});
export type BankReturnView = z.infer<typeof BankReturnView>;

export const paymentsContract = {
  bankReturn: endpoint('POST', '/payments/return', 'public', {
    summary: 'Get an order’s state, after checking with the bank, when the guest returns from its page',
    body: z.object({ token: z.string().min(16).max(64) }),
    output: BankReturnView,
    errors: ['bank_unavailable', 'order_not_found'],
  }),
  callback: endpoint('POST', '/payments/callback/:provider', 'public', {
    summary: 'Receive the bank’s signed callback; the payment’s status is then checked with the bank',
    params: z.object({ provider: z.enum(PAYMENT_PROVIDERS) }),
    output: empty,
    errors: ['bank_unavailable'],
  }),
};
