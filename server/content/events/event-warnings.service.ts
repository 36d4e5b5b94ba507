import type { Context } from '#server/platform/context.ts';
import { addDays, toWireTime, venueDay } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import { daysBetween, nextWeekday, eventMoments, eventTimes, shareEvening } from '#shared/events/event-times.ts';
import type { EventWarning, Reached } from '#shared/staff/events.contract.ts';
import type { EventPlan } from '#shared/staff/events.schemas.ts';
import { findLastNotice } from './events.queries.ts';
import { type EventRecord, findEvent, findEventsNear, findLineUp, hasOffer } from './staff-events.queries.ts';

/** An event that lasts longer was probably typed wrong. */
const USUAL_HOURS_MAX = 14;
const WEEKS_AHEAD = 53;
const WEEK_DAYS = 7;

type Plan = Pick<EventRecord, 'startsAt' | 'endsAt' | 'isComingSoon'> & {
  kind: 'publish' | 'move' | 'copy';
  /** The existing event, or the one it is a copy of. */
  before?: EventRecord;
};

/**
 * Returns the warnings about a plan; `id` names an event, or with `isCopy` the one to copy. @throws event_not_found, invalid_input
 */
export async function listWarnings(ctx: Context, { id, isCopy = false, ...typed }: EventPlan): Promise<{ warnings: EventWarning[] }> {
  const before = id === undefined ? undefined : await knownEvent(ctx, id);
  const known = before && eventTimes(before);
  const { day = known?.day, from = known?.from, until = known?.until } = typed;
  const { isComingSoon = !isCopy && (before?.isComingSoon ?? false) } = typed;
  if (day === undefined || from === undefined || until === undefined) throw new AppError('invalid_input');
  const kind = isCopy ? 'copy' : before?.state === 'published' ? 'move' : 'publish';
  const plan = { ...eventMoments({ day, from, until }), isComingSoon, kind } as const;
  return { warnings: await findWarnings(ctx, before ? { ...plan, before } : plan) };
}

async function knownEvent({ db }: Context, id: number): Promise<EventRecord> {
  const event = await findEvent(db, id);
  if (!event) throw new AppError('event_not_found');
  return event;
}

/** Returns the warnings if all of them were confirmed. @throws night_to_confirm (`params`: `warnings`, the unconfirmed keys) */
export async function requireConfirmed(tx: Context, plan: Plan, confirmed: readonly string[] = []): Promise<EventWarning[]> {
  const warnings = await findWarnings(tx, plan);
  const open = warnings.filter(({ key }) => !confirmed.includes(key)).map(({ key }) => key);
  if (open.length > 0) throw new AppError('night_to_confirm', { params: { warnings: open.join(' ') } });
  return warnings;
}

async function findWarnings(ctx: Context, plan: Plan): Promise<EventWarning[]> {
  return [
    ...(await takenEvening(ctx, plan)),
    ...(plan.endsAt <= ctx.clock.now() ? [{ key: 'past', code: 'past' } as const] : []),
    ...tooLong(plan),
    ...(await actsOutside(ctx, plan)),
    ...(await nothingOnSale(ctx, plan)),
    ...(await warnOfNotices(ctx, plan)),
  ];
}

async function takenEvening({ db }: Context, { before, kind, ...plan }: Plan): Promise<EventWarning[]> {
  const near = await findEventsNear(db, plan, ['published']);
  return near
    .filter((event) => shareEvening(event, plan) && (kind === 'copy' || event.id !== before?.id))
    .map(({ id, name, nameLat, startsAt, endsAt }) => {
      const event = { id, name, nameLat, startDate: toWireTime(startsAt), endDate: toWireTime(endsAt) };
      return { key: `evening_taken:${id}`, code: 'evening_taken', night: event };
    });
}

function tooLong({ startsAt, endsAt }: Plan): EventWarning[] {
  const hours = (endsAt.getTime() - startsAt.getTime()) / HOUR_MS;
  return hours > USUAL_HOURS_MAX ? [{ key: 'too_long', code: 'too_long', hours: Math.round(hours * 10) / 10 }] : [];
}

/** By how many days the parts of an existing event move with it. */
const daysOf = ({ before, startsAt }: Plan): number => (before ? daysBetween(venueDay(before.startsAt), venueDay(startsAt)) : 0);

async function actsOutside({ db }: Context, plan: Plan): Promise<EventWarning[]> {
  if (!plan.before) return [];
  const acts = (await findLineUp(db, plan.before.id))
    .map(({ artistName, startsAt }) => ({ name: artistName, at: addDays(startsAt, daysOf(plan)) }))
    .filter(({ at }) => at < plan.startsAt || at >= plan.endsAt)
    .map(({ name, at }) => ({ name, startDate: toWireTime(at) }));
  return acts.length > 0 ? [{ key: 'acts_outside', code: 'acts_outside', acts }] : [];
}

/** An event that is announced as coming soon has nothing on sale yet. */
async function nothingOnSale({ db, clock }: Context, plan: Plan): Promise<EventWarning[]> {
  if (plan.kind === 'move' || plan.isComingSoon) return [];
  // The sale of a copy ends as many days later as the copy begins.
  const until = addDays(clock.now(), plan.kind === 'copy' ? -daysOf(plan) : 0);
  if (plan.before && (await hasOffer(db, plan.before.id, until))) return [];
  return [{ key: 'nothing_on_sale', code: 'nothing_on_sale' }];
}

async function warnOfNotices({ db, clock, eventSales }: Context, { kind, before, startsAt, endsAt }: Plan): Promise<EventWarning[]> {
  const now = clock.now();
  if (!before || kind === 'copy' || (before.endsAt <= now && endsAt <= now)) return [];
  const isMoved = kind === 'move' && (before.startsAt.getTime() !== startsAt.getTime() || before.endsAt.getTime() !== endsAt.getTime());
  const isRestored = before.state === 'cancelled' && (await findLastNotice(db, before.id))?.kind === 'cancelled';
  if (!isMoved && !isRestored) return [];
  const holders = await eventSales.countHolders(db, before.id);
  if (holders.people === 0) return [];
  return [{ key: 'holders_told', code: 'holders_told', news: isMoved ? 'moved' : 'restored', ...holders }];
}

/** Counts whom a cancellation of an event would reach. @throws event_not_found */
export async function getHolders(ctx: Context, id: number): Promise<Reached> {
  const { db, clock, eventSales } = ctx;
  const { endsAt } = await knownEvent(ctx, id);
  const paid = await eventSales.countBuyers(db, id);
  if (endsAt <= clock.now()) return { people: 0, tickets: 0, paid, unpaid: 0 };
  const unpaid = await eventSales.findHolders(db, id, { onlyUnpaid: true });
  return { ...(await eventSales.countHolders(db, id)), paid, unpaid: unpaid.length };
}

/** The next day of the same weekday without an event, drafts included. @throws event_not_found */
export async function getFreeDay(ctx: Context, id: number): Promise<{ day: string }> {
  const event = await knownEvent(ctx, id);
  const now = ctx.clock.now();
  const after = new Date(Math.max(now.getTime(), addDays(event.startsAt, 1).getTime()));
  const day = nextWeekday(new Date(venueDay(event.startsAt)).getUTCDay(), after);
  const first = daysBetween(venueDay(event.startsAt), day);
  const onDay = (days: number) => ({ startsAt: addDays(event.startsAt, days), endsAt: addDays(event.endsAt, days) });
  const weeks = Array.from({ length: WEEKS_AHEAD }, (_, week) => onDay(first + week * WEEK_DAYS));
  const taken = await findEventsNear(ctx.db, { startsAt: onDay(first).startsAt, endsAt: onDay(first + WEEKS_AHEAD * WEEK_DAYS).endsAt }, [
    'draft',
    'published',
  ]);
  const free = weeks.find((week) => week.startsAt > now && !taken.some((other) => shareEvening(other, week)));
  return { day: free ? venueDay(free.startsAt) : day };
}
