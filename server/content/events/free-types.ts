import { type Context, requireConfirmed, requireRight } from '#server/platform/context.ts';
import type { ticketTypes } from '#server/content/content.table.ts';

type TicketType = Pick<typeof ticketTypes.$inferSelect, 'id' | 'kind' | 'priceTetri' | 'allocation' | 'onSaleFrom' | 'onSaleUntil'>;

/**
 * Requires the right and the confirmation for every command that gives a free ticket type to more people, because it gives away many
 * tickets. @throws unauthorized, second_factor_missing, forbidden, confirmation_required
 */
export function requireMayGive(ctx: Context): void {
  requireRight(ctx, 'tickets.give');
  requireConfirmed(ctx, true);
}

type Times = { from: Date | null; until: Date | null };

/** Returns true if the times begin no earlier and end no later than the others; null is unbounded. */
export const isWithin = (times: Times, others: Times): boolean =>
  (others.from === null || (times.from !== null && times.from >= others.from)) &&
  (others.until === null || (times.until !== null && times.until <= others.until));

const isFree = ({ priceTetri }: TicketType): boolean => priceTetri === 0;
const isPublic = ({ kind }: TicketType): boolean => kind === 'public';

/** Returns true if `other` is for the same people as `type`, has at least as many places, and is on sale at all of its times. */
const isPartOf = (type: TicketType, other: TicketType): boolean =>
  type.kind === other.kind && type.allocation <= other.allocation && isWithin(windowOf(type), windowOf(other));

const windowOf = ({ onSaleFrom, onSaleUntil }: TicketType): Times => ({ from: onSaleFrom, until: onSaleUntil });

/**
 * Returns true if the types `after` offer more free tickets than those `before`, both in sale order: a type became free, or a free one is
 * larger, longer on sale or for other people, or a priced type before it sells less. A priced type blocks the ones after it until it is
 * sold out.
 */
export function opensFreeTypes(before: readonly TicketType[], after: readonly TicketType[]): boolean {
  const known = new Map(before.map((type) => [type.id, type]));
  return after.filter(isFree).some((type) => {
    const was = known.get(type.id);
    if (!was || !isFree(was) || !isPartOf(type, was)) return true;
    const stillBefore = new Map(standingBefore(after, type).map((each) => [each.id, each]));
    return isPublic(type) && standingBefore(before, was).some((each) => !isAsLarge(stillBefore.get(each.id), each));
  });
}

const isAsLarge = (now: TicketType | undefined, was: TicketType): boolean => now !== undefined && isPartOf(was, now);

/** Returns the public ticket types with a price that are sold before a type. */
const standingBefore = (types: readonly TicketType[], { id }: TicketType): TicketType[] =>
  types
    .slice(
      0,
      types.findIndex((type) => type.id === id),
    )
    .filter((type) => isPublic(type) && !isFree(type));
