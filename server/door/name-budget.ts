import { raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import { type Context, perServer, withTransaction } from '#server/platform/context.ts';
import { consumeLimit, type Counter, DAY, HOUR, type Limit } from '#server/platform/limits/limits.ts';
import type { LookupBudget } from '#shared/door/scanner-devices.ts';
import { MINUTE_MS } from '#shared/durations.ts';
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

/** The scan of a number that was just looked up tells nothing new, so it is not counted. In memory, because a phone calls one process. */
const KNOWN_MS = 5 * MINUTE_MS;
const numbersOf = perServer(() => new Map<string, number>());

export function noteLookup(ctx: Context, scannerDeviceId: string, ticketId: number): void {
  const now = ctx.clock.now().getTime();
  const numbers = numbersOf(ctx);
  for (const [key, at] of numbers) if (at + KNOWN_MS <= now) numbers.delete(key);
  numbers.set(keyOf(scannerDeviceId, ticketId), now);
}

export const wasLookedUp = (ctx: Context, scannerDeviceId: string, ticketId: number): boolean =>
  (numbersOf(ctx).get(keyOf(scannerDeviceId, ticketId)) ?? -Infinity) + KNOWN_MS > ctx.clock.now().getTime();

const keyOf = (scannerDeviceId: string, ticketId: number): string => `${scannerDeviceId} ${ticketId}`;
