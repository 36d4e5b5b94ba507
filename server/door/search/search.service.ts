import { openPersonal } from '#server/accounts/personal-data.ts';
import { requireNear } from '#server/door/near-doors.ts';
import { type CallingDevice } from '#server/door/scanner-devices/device-calls.ts';
import { findEventOfDoor } from '#server/door/scanner-devices/scanner-devices.queries.ts';
import { lockScannerDevice } from '#server/door/scanner-devices/scanner-devices.queries.ts';
import { raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import { recordScannerDeviceAction } from '#server/platform/audit/audit.ts';
import { type Context, perServer, withTransaction } from '#server/platform/context.ts';
import { DAY, HOUR, type Limit, consumeLimit } from '#server/platform/limits/limits.ts';
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
const searchesOf = perServer(() => createTokenBuckets(SEARCHES));
/** Per scanner device, which is for one event: a guest a minute for five hours, too few to read a full house repeatedly. */
export const SEARCHES_OF_EVENT: Limit = { name: 'doorSearch', points: 300, duration: DAY };
/** Per scanner device and hour: more than a busy door needs, too few to copy a full house unseen. The last one raises an alert. */
export const SEARCHES_OF_HOUR: Limit = { name: 'doorSearchHour', points: 100, duration: HOUR };
/**
 * Per event and maker, so that new scanner devices are not an unlimited budget. Four times a phone's limit, because few phones may search and they
 * seldom use theirs up.
 */
export const SEARCHES_OF_MAKER: Limit = { name: 'doorSearchMaker', points: 1_200, duration: DAY };
/** The audit log records at most this often that a scanner device searched, and each time its searches reach a multiple of this number. */
const NOTED = { eachMs: HOUR_MS, eachSearches: 100 };

/**
 * Finds holders of valid tickets by the first letters of their names, in Latin or Georgian script; two words must match two names. Returns
 * the age on the same day as the door rule, not the birthdate.
 * @throws device_ended, forbidden, door_not_near, too_many_requests
 */
export async function searchGuests(ctx: Context, scannerDevice: CallingDevice, name: string): Promise<FoundGuest[]> {
  const { scannerDeviceId, eventId, makerId, rights, endedAt } = scannerDevice;
  if (endedAt) throw new AppError('device_ended');
  if (!rights.includes('search')) throw new AppError('forbidden');
  const waitSeconds = searchesOf(ctx)(scannerDeviceId);
  if (waitSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds: waitSeconds });
  const event = await findEventOfDoor(ctx.db, eventId);
  if (!event) throw new AppError('device_ended');
  requireNear(event, ctx.clock.now());
  const ofHour = await consumeLimit(ctx, [SEARCHES_OF_HOUR, scannerDeviceId], 1);
  if (ofHour === SEARCHES_OF_HOUR.points) await alertOfSearches(ctx, scannerDevice);
  const searches = await consumeLimit(ctx, [SEARCHES_OF_EVENT, scannerDeviceId], 1);
  await consumeLimit(ctx, [SEARCHES_OF_MAKER, `${eventId}:${makerId}`], 1);
  await noteSearch(ctx, scannerDevice, searches);
  const found = await findByName(ctx.db, { eventId, patterns: name.split(/\s+/).map(beginsWith), limit: FOUND_MAX });
  return found.map(({ sealedBirthdate, usedAt, ...guest }) => ({
    ...guest,
    ...ageIn(openPersonal(ctx.keys, 'birthdate', sealedBirthdate), ctx.clock.now()),
    usedAt: usedAt && toWireTime(usedAt),
  }));
}

/** Omitted if the birthdate is unknown, as for some complimentary tickets. */
const ageIn = (birthdate: string, now: Date): { age?: number } => (birthdate === '' ? {} : { age: ageOn(birthdate, now) });

const beginsWith = (word: string): string => `% ${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Raises an alert that a phone may be copying the guest list. */
const alertOfSearches = (ctx: Context, { scannerDeviceId, name }: CallingDevice): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const detail = `The scanner device “${name}” searched ${SEARCHES_OF_HOUR.points} times within an hour.`;
    await raiseAlert(tx, { kind: 'door_search', subject: `scanner_device ${scannerDeviceId}`, detail });
  });

/** `searches`: by this scanner device, including this one. */
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
