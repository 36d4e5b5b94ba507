import type { Context } from '#server/platform/context.ts';
import { toWireTime, venueDay } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import { daysBetween, eventMoments, eventTimes, shareEvening } from '#shared/events/event-times.ts';
import type { EventWarning, Reached } from '#shared/staff/events.contract.ts';
import type { EventPlan } from '#shared/staff/events.schemas.ts';
import { daysLater } from '#shared/venue-moments.ts';
import { findLastNotice } from './events.queries.ts';
import { type EventRecord, findEvent, findEventsNear, findLineUp, hasOffer } from './staff-events.queries.ts';

/** A longer event is probably a typing error. */
const USUAL_HOURS_MAX = 14;

export type Plan = Pick<EventRecord, 'startsAt' | 'endsAt' | 'isComingSoon'> & {
  kind: 'publish' | 'move' | 'copy';
  /** The event that is changed or copied. */
  before?: EventRecord;
  /** When it will be published, if not now. */
  publishAt?: Date | undefined;
  /** False for a copy without the acts. */
  withLineUp?: boolean;
  /** For a new event: one of its ticket types has a price. */
  isSelling?: boolean | undefined;
};

/**
 * Returns the warnings about publishing or moving an event. @throws event_not_found, invalid_input
 */
export async function listWarnings(ctx: Context, { id, publishAt, isSelling, ...typed }: EventPlan): Promise<{ warnings: EventWarning[] }> {
  const before = id === undefined ? undefined : await knownEvent(ctx, id);
  const known = before && eventTimes(before);
  const { day = known?.day, from = known?.from, until = known?.until } = typed;
  const { isComingSoon = before?.isComingSoon ?? false } = typed;
  if (day === undefined || from === undefined || until === undefined) throw new AppError('invalid_input');
  const kind = before?.state === 'published' ? 'move' : 'publish';
  const at = publishAt === undefined ? undefined : new Date(publishAt);
  const plan = { ...eventMoments({ day, from, until }), isComingSoon, kind, publishAt: at, isSelling } as const;
  return { warnings: await findWarnings(ctx, before ? { ...plan, before } : plan) };
}

/** @throws event_not_found */
export async function knownEvent({ db }: Context, id: number): Promise<EventRecord> {
  const event = await findEvent(db, id);
  if (!event) throw new AppError('event_not_found');
  return event;
}

/** Returns the warnings if all of them were confirmed. @throws night_to_confirm (`params`: `warnings`, the unconfirmed keys) */
export const requireConfirmed = (tx: Context, plan: Plan, confirmed?: readonly string[]): Promise<EventWarning[]> =>
  requireConfirmedAll(tx, [plan], confirmed);

/** Returns the warnings of all plans if all of them were confirmed. @throws night_to_confirm */
export async function requireConfirmedAll(tx: Context, plans: readonly Plan[], confirmed: readonly string[] = []): Promise<EventWarning[]> {
  const warnings: EventWarning[] = [];
  for (const plan of plans) warnings.push(...(await findWarnings(tx, plan)));
  const open = new Set(warnings.map(({ key }) => key).filter((key) => !confirmed.includes(key)));
  if (open.size > 0) throw new AppError('night_to_confirm', { params: { warnings: [...open].join(' ') } });
  return warnings;
}

/** Returns the warnings about a plan. */
export async function findWarnings(ctx: Context, plan: Plan): Promise<EventWarning[]> {
  return [
    ...(await takenEvening(ctx, plan)),
    ...(plan.endsAt <= momentOf(ctx, plan) ? [{ key: 'past', code: 'past' } as const] : []),
    ...tooLong(plan),
    ...(await actsOutside(ctx, plan)),
    ...(await nothingOnSale(ctx, plan)),
    ...(await warnOfNotices(ctx, plan)),
  ];
}

/** Returns the time from which visitors see the event. */
const momentOf = ({ clock }: Pick<Context, 'clock'>, { publishAt }: Plan): Date => publishAt ?? clock.now();

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

/** Returns by how many days the parts of an existing event move with it. */
const daysOf = ({ before, startsAt }: Plan): number => (before ? daysBetween(venueDay(before.startsAt), venueDay(startsAt)) : 0);

async function actsOutside({ db }: Context, plan: Plan): Promise<EventWarning[]> {
  if (!plan.before || plan.withLineUp === false) return [];
  const acts = (await findLineUp(db, plan.before.id))
    .map(({ artistName, startsAt }) => ({ name: artistName, at: daysLater(startsAt, daysOf(plan)) }))
    .filter(({ at }) => at < plan.startsAt || at >= plan.endsAt)
    .map(({ name, at }) => ({ name, startDate: toWireTime(at) }));
  return acts.length > 0 ? [{ key: 'acts_outside', code: 'acts_outside', acts }] : [];
}

/** Warns if nothing is on sale; an event announced as coming soon need not sell yet. */
async function nothingOnSale({ db, clock }: Context, plan: Plan): Promise<EventWarning[]> {
  if (plan.kind === 'move' || plan.isComingSoon || (!plan.before && plan.isSelling)) return [];
  // A copy's sales end later by as many days as the copy begins later.
  const until = daysLater(momentOf({ clock }, plan), plan.kind === 'copy' ? -daysOf(plan) : 0);
  if (plan.before && (await hasOffer(db, plan.before.id, until))) return [];
  return [{ key: 'nothing_on_sale', code: 'nothing_on_sale' }];
}

async function warnOfNotices({ db, clock, hooks }: Context, { kind, before, startsAt, endsAt }: Plan): Promise<EventWarning[]> {
  const now = clock.now();
  if (!before || kind === 'copy' || (before.endsAt <= now && endsAt <= now)) return [];
  const isMoved = kind === 'move' && (before.startsAt.getTime() !== startsAt.getTime() || before.endsAt.getTime() !== endsAt.getTime());
  const isRestored = before.state === 'cancelled' && (await findLastNotice(db, before.id))?.kind === 'cancelled';
  if (!isMoved && !isRestored) return [];
  const holders = await hooks.eventSales.countHolders(db, before.id);
  if (holders.people === 0) return [];
  return [{ key: 'holders_told', code: 'holders_told', news: isMoved ? 'moved' : 'restored', ...holders }];
}

/** Counts the people whom the cancellation of an event would reach. @throws event_not_found */
export async function getHolders(ctx: Context, id: number): Promise<Reached> {
  const { db, clock, hooks } = ctx;
  const { endsAt } = await knownEvent(ctx, id);
  const paid = await hooks.eventSales.countBuyers(db, id);
  if (endsAt <= clock.now()) return { people: 0, tickets: 0, paid, unpaid: 0 };
  const unpaid = await hooks.eventSales.findHolders(db, id, { onlyUnpaid: true });
  return { ...(await hooks.eventSales.countHolders(db, id)), paid, unpaid: unpaid.length };
}
