import { ApiError } from '#shared/errors.ts';

const AWAY = new Set([0, 502, 503, 504]);

/** Nothing answered, or only somebody who says that the club's server is away. */
export const isAway = (error: unknown): boolean => error instanceof ApiError && AWAY.has(error.status);
