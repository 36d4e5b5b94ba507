import { HOUR_MS } from '#shared/durations.ts';
import { type Claim, claimEnd } from './claims.ts';

/** How long before the doors transfers and resale of tickets end. */
export const TRANSFER_ENDS_MS = 3 * HOUR_MS;

/** Until when a ticket may be transferred or listed for resale. */
export const transferEnd = (startsAt: Date): Date => new Date(startsAt.getTime() - TRANSFER_ENDS_MS);

/** Until when a link gives the ticket to a friend. `claimHours`: those of `claimEnd`. */
export const linkEnd = ({ claim, startsAt }: { claim: Claim; startsAt: Date }, claimHours: number): Date =>
  claim === 'unclaimed' ? claimEnd(startsAt, claimHours) : transferEnd(startsAt);

/** Until when a ticket may be listed for resale: no one has the code of an unclaimed one, so its place may be sold until the doors. */
export const resaleEnd = ({ claim, startsAt }: { claim: Claim; startsAt: Date }): Date =>
  claim === 'unclaimed' ? startsAt : transferEnd(startsAt);

/** What the club keeps of a refunded resale price, in whole tetri, rounded in the guest's favour. */
export const feeOf = (priceTetri: number, percent: number): number => Math.floor((priceTetri * percent) / 100);
