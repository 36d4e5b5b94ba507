import { toGel, toTetri } from '#shared/money.ts';
import type { StaffOrderView } from '#shared/staff/money.contract.ts';

export type Wish = { isAll: boolean; tickets: readonly number[]; evenIfUsed: boolean; reason: string };
type WishProblems = { tickets?: 'tickets_required'; evenIfUsed?: 'used_required'; reason?: 'reason_required' };

type Ticket = StaffOrderView['tickets'][number];

export const validTickets = ({ tickets }: Pick<StaffOrderView, 'tickets'>): Ticket[] => tickets.filter(({ state }) => state === 'valid');

export const chosenTickets = (order: Pick<StaffOrderView, 'tickets'>, { isAll, tickets }: Wish): Ticket[] =>
  validTickets(order).filter(({ id }) => isAll || tickets.includes(id));

/** GEL that goes back, by the rule of the server: the price of each ticket, and with the last one whatever is left of the money. */
export function wishedAmount(order: Pick<StaffOrderView, 'tickets' | 'payments'>, wish: Wish): number {
  const paid = order.payments.find(({ state }) => state === 'paid');
  if (!paid) return 0;
  const left = toTetri(paid.captured) - toTetri(paid.refund);
  const chosen = chosenTickets(order, wish);
  if (chosen.length === 0) return 0;
  if (chosen.length === validTickets(order).length) return toGel(left);
  return toGel(
    Math.min(
      left,
      chosen.reduce((sum, { price }) => sum + toTetri(price), 0),
    ),
  );
}

/** What must be said before anything goes back. */
export function wishProblems(order: Pick<StaffOrderView, 'tickets'>, wish: Wish): WishProblems {
  const chosen = chosenTickets(order, wish);
  const hasUsed = chosen.some(({ usedAt }) => usedAt !== null);
  return {
    ...(chosen.length === 0 && { tickets: 'tickets_required' }),
    ...(hasUsed && !wish.evenIfUsed && { evenIfUsed: 'used_required' }),
    ...(wish.reason.trim() === '' && { reason: 'reason_required' }),
  };
}
