import { HOUR_MS } from '#shared/durations.ts';

/** How long before the doors transfers and resale of tickets end. */
export const TRANSFER_ENDS_MS = 3 * HOUR_MS;

/** Until when a ticket may be transferred or listed for resale. */
export const transferEnd = (startsAt: Date): Date => new Date(startsAt.getTime() - TRANSFER_ENDS_MS);

/** What the club keeps of a refunded resale price, in whole tetri, rounded in the guest's favour. */
export const feeOf = (priceTetri: number, percent: number): number => Math.floor((priceTetri * percent) / 100);
