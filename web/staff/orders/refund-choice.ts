import { z } from 'zod';
import { toGel, toTetri } from '#shared/money.ts';
import { RefundInput } from '#shared/staff/forms.schemas.ts';
import type { StaffOrderView } from '#shared/staff/money.contract.ts';

const RefundChoice = z.object({ isAll: z.boolean(), tickets: z.array(z.number()), evenIfUsed: z.boolean(), reason: z.string() });
export type RefundChoice = z.infer<typeof RefundChoice>;

type Ticket = StaffOrderView['tickets'][number];
type Tickets = Pick<StaffOrderView, 'tickets'>;

export const validTickets = ({ tickets }: Tickets): Ticket[] => tickets.filter(({ state }) => state === 'valid');

export const chosenTickets = (order: Tickets, { isAll, tickets }: Pick<RefundChoice, 'isAll' | 'tickets'>): Ticket[] =>
  validTickets(order).filter(({ id }) => isAll || tickets.includes(id));

/** GEL that goes back, by the rule of the server: the price of each ticket; with the last ticket all the money that is left. */
export function refundAmount(order: Pick<StaffOrderView, 'tickets' | 'payments'>, choice: RefundChoice): number {
  const paid = order.payments.find(({ state }) => state === 'paid');
  if (!paid) return 0;
  const left = toTetri(paid.captured) - toTetri(paid.refund);
  const chosen = chosenTickets(order, choice);
  if (chosen.length === 0) return 0;
  if (chosen.length === validTickets(order).length) return toGel(left);
  return toGel(
    Math.min(
      left,
      chosen.reduce((sum, { price }) => sum + toTetri(price), 0),
    ),
  );
}

/** The keys of what is missing, in `staff-orders:refund`. */
export const REFUND_PROBLEMS = ['tickets_required', 'used_required', 'reason_required'] as const;

/** What is chosen of an order as the refund that is sent: some tickets, a reason, and a confirmation for used tickets. */
export const refundSchema = (order: Tickets) =>
  RefundChoice.refine((choice) => chosenTickets(order, choice).length > 0, { path: ['tickets'], error: 'tickets_required' })
    .refine(({ evenIfUsed, ...choice }) => evenIfUsed || chosenTickets(order, choice).every(({ usedAt }) => usedAt === null), {
      path: ['evenIfUsed'],
      error: 'used_required',
    })
    .refine(({ reason }) => reason.trim() !== '', { path: ['reason'], error: 'reason_required' })
    .transform(({ isAll, tickets, reason, evenIfUsed }): z.input<typeof RefundInput> => {
      return { ...(!isAll && { tickets }), reason, evenIfUsed };
    })
    .pipe(RefundInput);
