import { raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { consumeLimit, type Counter, DAY, HOUR, type Limit, limiterOf, MINUTE } from '#server/platform/limits/limits.ts';
import type { LookupBudget } from '#shared/door/scanner-devices.ts';
import { AppError } from '#shared/errors.ts';

/**
 * How many guests a scanner device may look up without their codes, by name or by ticket number, so that no phone copies the guest list. On the
 * priority pool, because an upload counts inside its transaction.
 */
const lookups = (limit: Omit<Limit, 'isUrgent'>): Limit => ({ ...limit, isUrgent: true });

/** Per scanner device, which is for one event: a guest a minute for five hours, too few to read a full house repeatedly. */
export const LOOKUPS_OF_EVENT = lookups({ name: 'doorSearch', points: 300, duration: DAY });
/** Per scanner device and hour: more than a busy door needs, too few to copy a full house unseen. The last one raises an alert. */
export const LOOKUPS_OF_HOUR = lookups({ name: 'doorSearchHour', points: 100, duration: HOUR });
/**
 * Per event and maker, so that new scanner devices are not an unlimited budget. Four times a phone's limit, because few phones may search and they
 * seldom use theirs up.
 */
export const LOOKUPS_OF_MAKER = lookups({ name: 'doorSearchMaker', points: 1_200, duration: DAY });

export type LookingDevice = { scannerDeviceId: string; eventId: number; makerId: number; name: string };

/** Counts one lookup, and returns how many this scanner device has had for its event. @throws too_many_requests (`params`: the `budget`) */
export async function consumeLookup(ctx: Context, device: LookingDevice): Promise<number> {
  const { scannerDeviceId, eventId, makerId } = device;
  const ofHour = await consume(ctx, 'hour', [LOOKUPS_OF_HOUR, scannerDeviceId]);
  if (ofHour === LOOKUPS_OF_HOUR.points) await alertOfLookups(ctx, device);
  const ofEvent = await consume(ctx, 'device', [LOOKUPS_OF_EVENT, scannerDeviceId]);
  await consume(ctx, 'member', [LOOKUPS_OF_MAKER, `${eventId}:${makerId}`]);
  return ofEvent;
}

/** What helps differs: to wait, to pair again, or to have another member pair. */
async function consume(ctx: Context, budget: LookupBudget, counter: Counter): Promise<number> {
  try {
    return await consumeLimit(ctx, counter, 1);
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.code, { ...error.details, params: { budget } }) : error;
  }
}

/** Counts one lookup. Returns false if the scanner device has none left. */
export const mayLookUp = (ctx: Context, device: LookingDevice): Promise<boolean> =>
  consumeLookup(ctx, device).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'too_many_requests') return false;
      throw error;
    },
  );

/** Raises an alert that a phone may be copying the guest list. */
const alertOfLookups = (ctx: Context, { scannerDeviceId, name }: LookingDevice): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const detail = `The scanner device “${name}” looked up ${LOOKUPS_OF_HOUR.points} guests within an hour.`;
    await raiseAlert(tx, { kind: 'door_search', subject: `scanner_device ${scannerDeviceId}`, detail, params: { name } });
  });

/** The scan of a number that was just looked up tells nothing new, so it is not counted. */
const LOOKED_UP = lookups({ name: 'doorLookedUp', points: 1, duration: 5 * MINUTE, isUncached: true });

/** For every process: a load balancer may send the scan to another one than the look. */
export async function noteLookup(ctx: Context, scannerDeviceId: string, ticketId: number): Promise<void> {
  await limiterOf(ctx, LOOKED_UP).set(keyOf(scannerDeviceId, ticketId), 1, LOOKED_UP.duration);
}

export const wasLookedUp = async (ctx: Context, scannerDeviceId: string, ticketId: number): Promise<boolean> =>
  (await limiterOf(ctx, LOOKED_UP).get(keyOf(scannerDeviceId, ticketId))) !== null;

const keyOf = (scannerDeviceId: string, ticketId: number): string => `${scannerDeviceId} ${ticketId}`;
