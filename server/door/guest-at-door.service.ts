import { openPersonal } from '#server/accounts/personal-data.ts';
import { recordSecurityEvent } from '#server/accounts/security-events.service.ts';
import { type Context, priorityOf, requireUser } from '#server/platform/context.ts';
import { type Limit, MINUTE, consumeLimits } from '#server/platform/limits/limits.ts';
import type { GuestView } from '#shared/accounts/accounts.contract.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import { findGuest, findGuestOfDoor, hasOpenedData } from './guest-at-door.queries.ts';
import { nearDoors } from './near-doors.ts';

/**
 * Per account, which may use several phones, each with at most 30 guests a minute. Beyond the limit the scanner asks without the guest's
 * data. Counted across processes: a phone calls only one, where a share of the limit would stop it too early.
 */
const LOOKS: Limit = { name: 'doorLook', points: 60, duration: MINUTE, isUrgent: true };

/**
 * Returns the guest data that the door shows. Callers who may read every guest get anyone; others get holders of tickets of an event whose
 * door is near, used, refunded and transferred ones too, because such tickets are also shown. @throws too_many_requests, user_not_found
 */
export async function getGuestAtDoor(ctx: Context, id: number): Promise<GuestView> {
  const { userId, rights } = requireUser(ctx);
  await consumeLimits(ctx, [LOOKS, String(userId)]);
  const now = ctx.clock.now();
  const db = priorityOf(ctx);
  const guest = rights.includes('guests.read') ? await findGuest(db, id) : await findGuestOfDoor(db, id, nearDoors(now));
  if (!guest) throw new AppError('user_not_found');
  const since = new Date(now.getTime() - HOUR_MS);
  if (!(await hasOpenedData(db, { userId, since }))) await recordSecurityEvent(ctx, 'personal_data_opened', userId);
  const { sealedBirthdate, ...shown } = guest;
  return { ...shown, birthdate: openPersonal(ctx.keys, 'birthdate', sealedBirthdate) };
}
