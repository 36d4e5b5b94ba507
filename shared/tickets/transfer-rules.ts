import { HOUR_MS } from '#shared/durations.ts';
import { type Claim, claimEnd } from './claims.ts';

/** How long before the doors transfers and resale of tickets end. */
export const TRANSFER_ENDS_MS = 3 * HOUR_MS;

/** Until when a ticket with a code may be transferred. */
export const transferEnd = (startsAt: Date): Date => new Date(startsAt.getTime() - TRANSFER_ENDS_MS);

/** Until when a link gives the ticket to a friend. `claimHours`: those of `claimEnd`. */
export const linkEnd = ({ claim, startsAt }: { claim: Claim; startsAt: Date }, claimHours: number): Date =>
  claim === 'unclaimed' ? claimEnd(startsAt, claimHours) : transferEnd(startsAt);

/** How long before the doors resale ends: no one has the code of an unclaimed ticket, so its place may be sold until then. */
export const resaleEndsMs = (claim: Claim): number => (claim === 'unclaimed' ? 0 : TRANSFER_ENDS_MS);

/** Until when a ticket may be listed for resale. */
export const resaleEnd = ({ claim, startsAt }: { claim: Claim; startsAt: Date }): Date =>
  new Date(startsAt.getTime() - resaleEndsMs(claim));

/** What the club keeps of a refunded resale price, in whole tetri, rounded in the guest's favour. */
export const feeOf = (priceTetri: number, percent: number): number => Math.floor((priceTetri * percent) / 100);
