import { PASS_AFTER_EVENT_HOURS } from '#shared/door/passes.ts';
import type { StaffPassView } from '#shared/staff/passes.contract.ts';
import type { PassRow } from './passes.queries.ts';

const HOUR_MS = 60 * 60_000;

/** The latest end of a pass for this event. */
export const lastsUntil = ({ endsAt }: { endsAt: Date }): Date => new Date(endsAt.getTime() + PASS_AFTER_EVENT_HOURS * HOUR_MS);

/** Passes last for events that end after this moment. */
export const lastIfEndsAfter = (now: Date): Date => new Date(now.getTime() - PASS_AFTER_EVENT_HOURS * HOUR_MS);

/** When a pass ended, by the earliest cause; null while it lasts. */
export function endOf({ revokedAt, leftAt }: Pick<PassRow, 'revokedAt' | 'leftAt'>, event: { endsAt: Date }, now: Date): Date | null {
  const over = lastsUntil(event);
  const ends = [revokedAt, leftAt, over <= now ? over : null].filter((end) => end !== null);
  return ends.length > 0 ? new Date(Math.min(...ends.map((end) => end.getTime()))) : null;
}

/** The state as staff see it. */
export function stateOf(pass: PassRow, event: { endsAt: Date }, now: Date): StaffPassView['state'] {
  if (pass.revokedAt) return 'revoked';
  if (pass.leftAt) return 'left';
  if (lastsUntil(event) <= now) return 'over';
  return pass.takenAt ? 'on_phone' : 'waiting';
}
