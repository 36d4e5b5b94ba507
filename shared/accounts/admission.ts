import type { Status } from '#shared/constants.ts';

/** Whom a night "verified guests only" takes. */
export const ADMITTED_STATUSES = ['Verified', 'Welcomed_Guest'] as const satisfies readonly Status[];

const admitted: readonly Status[] = ADMITTED_STATUSES;
export const isAdmitted = (status: Status): boolean => admitted.includes(status);

export type Ban = { bannedAt: Date | null; bannedUntil: Date | null };

/** Turned away by staff: for good, or until a moment that is still to come. */
export const isBanned = ({ bannedAt, bannedUntil }: Ban, now: Date): boolean =>
  bannedAt !== null && (bannedUntil === null || bannedUntil > now);
