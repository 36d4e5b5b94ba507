import { STATUSES, type Status } from '#shared/constants.ts';

/** Spec §3: a status comes as its number, as that number in a text, or as its word. What nobody knows counts as not verified. */
export function readStatus(status: unknown): Status {
  const number = typeof status === 'string' && /^\d$/.test(status) ? Number(status) : status;
  if (typeof number === 'number') return STATUSES[number] ?? 'Unverified';
  return STATUSES.find((word) => word === status) ?? 'Unverified';
}
