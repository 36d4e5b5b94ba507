const SECOND = 1000;

/** An open payment is asked about after these pauses, one after the other; the last one repeats. */
export const CHECK_PAUSES_MS = [10, 30, 60, 120, 300, 600, 1800].map((seconds) => seconds * SECOND);

export const firstCheckAt = (now: Date): Date => new Date(now.getTime() + (CHECK_PAUSES_MS[0] ?? 0));
