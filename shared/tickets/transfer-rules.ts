import { HOUR_MS } from '#shared/durations.ts';

/** So long before the doors nobody passes a ticket on or puts it back any more. */
export const TRANSFER_ENDS_MS = 3 * HOUR_MS;

/** Until when a ticket may be passed on or put back. */
export const transferEnd = (startsAt: Date): Date => new Date(startsAt.getTime() - TRANSFER_ENDS_MS);

/** What the club keeps of a price that is given back, in whole tetri, rounded for the guest. */
export const feeOf = (priceTetri: number, percent: number): number => Math.floor((priceTetri * percent) / 100);
