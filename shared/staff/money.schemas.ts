import { z } from 'zod';
import { jsonLongId } from '#shared/wire.ts';
import { reason } from './reason.schemas.ts';

const TICKETS_MAX = 1_000;

/** A refund of these tickets, or of all remaining ones; a used ticket only with `evenIfUsed`. */
export const RefundInput = z.object({
  tickets: z.array(jsonLongId).min(1).max(TICKETS_MAX).optional(),
  reason,
  evenIfUsed: z.boolean().optional(),
});

export const PAYMENT_DECISIONS = ['issue', 'refund', 'close'] as const;
export const PaymentDecision = z.object({ decision: z.enum(PAYMENT_DECISIONS), reason });
