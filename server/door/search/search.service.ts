import { openPersonal } from '#server/accounts/personal-data.ts';
import { consumeLookup, noteLookup } from '#server/door/name-budget.ts';
import { requireNear } from '#server/door/near-doors.ts';
import { type CallingDevice } from '#server/door/scanner-devices/device-calls.ts';
import { findEventOfDoor } from '#server/door/scanner-devices/scanner-devices.queries.ts';
import { lockScannerDevice } from '#server/door/scanner-devices/scanner-devices.queries.ts';
import { recordScannerDeviceAction } from '#server/platform/audit/audit.ts';
import { type Context, perServer, withTransaction } from '#server/platform/context.ts';
import { createTokenBuckets } from '#server/platform/limits/quota.ts';
import { ageOn } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import type { FoundGuest } from '#shared/door/scanner-device.contract.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import { findByName, wasNoted } from './search.queries.ts';

const FOUND_MAX = 10;
/** The pace per process; the total is limited across all processes. */
const SEARCHES = { perSecond: 1, burst: 10 };
const searchesOf = perServer(() => createTokenBuckets(() => SEARCHES));
/** The audit log records at most this often that a scanner device searched, and each time its searches reach a multiple of this number. */
const NOTED = { eachMs: HOUR_MS, eachSearches: 100 };

/**
 * Finds holders of valid tickets by the first letters of their names, in Latin or Georgian script; two words must match two names. Returns
 * the age on the same day as the door rule, not the birthdate.
 * @throws device_ended, forbidden, door_not_near, too_many_requests
 */
export async function searchGuests(ctx: Context, scannerDevice: CallingDevice, name: string): Promise<FoundGuest[]> {
  const { scannerDeviceId, eventId, rights, endedAt } = scannerDevice;
  if (endedAt) throw new AppError('device_ended');
  if (!rights.includes('search')) throw new AppError('forbidden');
  const waitSeconds = searchesOf(ctx)(scannerDeviceId);
  if (waitSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds: waitSeconds });
  const event = await findEventOfDoor(ctx.db, eventId);
  if (!event) throw new AppError('device_ended');
  requireNear(event, ctx.clock.now());
  await noteSearch(ctx, scannerDevice, await consumeLookup(ctx, scannerDevice));
  const found = await findByName(ctx.db, { eventId, patterns: name.split(/\s+/).map(beginsWith), limit: FOUND_MAX });
  // Name and age are told here: a look at a found guest is no second search.
  await Promise.all(found.map(({ ticketId }) => noteLookup(ctx, scannerDeviceId, ticketId)));
  return found.map(({ sealedBirthdate, usedAt, ...guest }) => ({
    ...guest,
    ...ageIn(openPersonal(ctx.keys, 'birthdate', sealedBirthdate), ctx.clock.now()),
    usedAt: usedAt && toWireTime(usedAt),
  }));
}

/** Omitted if the birthdate is unknown, as for some complimentary tickets. */
const ageIn = (birthdate: string, now: Date): { age?: number } => (birthdate === '' ? {} : { age: ageOn(birthdate, now) });

const beginsWith = (word: string): string => `% ${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** `searches`: by this scanner device, including this one and looks at numbers. */
async function noteSearch(ctx: Context, { scannerDeviceId, name, eventId }: CallingDevice, searches: number): Promise<void> {
  const [action, subject] = ['door.search', `scanner_device ${scannerDeviceId}`] as const;
  const note = (tx: Context) => recordScannerDeviceAction(tx, name, { action, subject, detail: { eventId, count: searches } });
  if (searches % NOTED.eachSearches === 0) return withTransaction(ctx, note);
  const since = new Date(ctx.clock.now().getTime() - NOTED.eachMs);
  if (await wasNoted(ctx.db, { action, subject, since })) return;
  await withTransaction(ctx, async (tx) => {
    await lockScannerDevice(tx.db, scannerDeviceId);
    if (!(await wasNoted(tx.db, { action, subject, since }))) await note(tx);
  });
}
