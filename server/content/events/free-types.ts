import { type Context, requireConfirmed, requireRight } from '#server/platform/context.ts';
import type { ticketTypes } from '#server/content/content.table.ts';

type TicketType = Pick<typeof ticketTypes.$inferSelect, 'id' | 'kind' | 'priceTetri' | 'quota' | 'onSaleFrom' | 'onSaleUntil'>;

/**
 * The right and the confirmation for every command that lets more people have a ticket type without a price: it is a gift of many, to all
 * who can reach it. @throws unauthorized, second_factor_missing, forbidden, confirmation_required
 */
export function requireMayGive(ctx: Context): void {
  requireRight(ctx, 'tickets.give');
  requireConfirmed(ctx, true);
}

type Times = { from: Date | null; until: Date | null };

/** Returns true if the times begin no earlier and end no later than others; null has no end. */
export const isWithin = (times: Times, others: Times): boolean =>
  (others.from === null || (times.from !== null && times.from >= others.from)) &&
  (others.until === null || (times.until !== null && times.until <= others.until));

const isFree = ({ priceTetri }: TicketType): boolean => priceTetri === 0;
const isPublic = ({ kind }: TicketType): boolean => kind === 'public';

/** Returns true if `other` is for the same people as `type`, has as many places at least, and is on sale at all of its times. */
const isPartOf = (type: TicketType, other: TicketType): boolean =>
  type.kind === other.kind && type.quota <= other.quota && isWithin(windowOf(type), windowOf(other));

const windowOf = ({ onSaleFrom, onSaleUntil }: TicketType): Times => ({ from: onSaleFrom, until: onSaleUntil });

/**
 * Returns true if more people can have free tickets of an event by its types `after` than by those `before`, both in their order of sale:
 * a type is free that was not, a free one is larger, longer on sale or for others, or something that stands before it sells less than it
 * did. A type that costs is on sale until it is sold out, and keeps the ones behind it from being so.
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

/** What is sold to everybody, at a price, before a type. */
const standingBefore = (types: readonly TicketType[], { id }: TicketType): TicketType[] =>
  types
    .slice(
      0,
      types.findIndex((type) => type.id === id),
    )
    .filter((type) => isPublic(type) && !isFree(type));
