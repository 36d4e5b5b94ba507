import { MAIN_STAGE, UPCOMING_GRACE_MS } from '#shared/constants.ts';
import type { EventView, LineUpView } from './events.contract.ts';

type EventTiming = 'starting_soon' | 'in_session' | 'ended';

type Timed = Pick<EventView, 'startDate' | 'endDate'>;
type WithLineUps = Timed & Pick<EventView, 'lineUps'>;
/** The names of an event; the id may be unknown. */
type Named = Pick<EventView, 'name' | 'nameLat'> & { id?: number };
/** A line-up entry with the end of its slot. */
export type Slot = LineUpView & { endTime: string };

const moment = (time: string): number => Date.parse(time);

/** Spec §4: in session from start to end, both included. */
export function eventTiming(event: Timed, now: Date): EventTiming {
  if (now.getTime() < moment(event.startDate)) return 'starting_soon';
  return now.getTime() <= moment(event.endDate) ? 'in_session' : 'ended';
}

/** Spec §4 and §9: upcoming if it started at most six hours ago. */
export const isUpcoming = (event: Pick<Timed, 'startDate'>, now: Date): boolean =>
  moment(event.startDate) >= now.getTime() - UPCOMING_GRACE_MS;

/** Spec §2: the Get Ticket button shows, and tickets sell, only before the end; unlike `in_session`, not at the exact end. */
export const isBeforeEnd = (event: Pick<Timed, 'endDate'>, now: Date): boolean => now.getTime() < moment(event.endDate);

type SaleWindow = { onSaleFrom: Date | string | null; onSaleUntil: Date | string | null };

/** Returns true unless the sale of a ticket type is yet to begin. */
export const hasSaleBegun = ({ onSaleFrom }: Pick<SaleWindow, 'onSaleFrom'>, now: Date): boolean =>
  onSaleFrom === null || new Date(onSaleFrom) <= now;

export const isSaleOver = ({ onSaleUntil }: Pick<SaleWindow, 'onSaleUntil'>, now: Date): boolean =>
  onSaleUntil !== null && new Date(onSaleUntil) <= now;

/** Returns true if a ticket type's sale window is open; a missing bound leaves that side open. */
export const isOnSale = (window: SaleWindow, now: Date): boolean => hasSaleBegun(window, now) && !isSaleOver(window, now);

/** Spec §4: the event with the earliest start among those that end later than now. */
export function nextEvent<Event extends Timed>(events: readonly Event[], now: Date): Event | undefined {
  return inOrder(events.filter((event) => isBeforeEnd(event, now)))[0];
}

/** The line-up by floor and time. A slot lasts until the next start on its floor, the last one until the event ends. */
export function slotsOf(event: WithLineUps): Slot[] {
  const sorted = event.lineUps.toSorted((a, b) => a.floor - b.floor || moment(a.startTime) - moment(b.startTime) || a.id - b.id);
  return sorted.map((slot) => {
    const next = sorted.find(({ floor, startTime }) => floor === slot.floor && moment(startTime) > moment(slot.startTime));
    return { ...slot, endTime: next?.startTime ?? event.endDate };
  });
}

/** If a club has only one stage, no stage name is shown above the acts. */
export const isStageNamed = ({ lineUps }: Pick<EventView, 'lineUps'>, { stages }: { stages: number }): boolean =>
  stages > 1 || lineUps.some(({ floor }) => floor !== MAIN_STAGE);

/** Returns the acts playing now, main stage first; acts that share a start share the stage. Empty outside the event's hours. */
export function playingNow(event: WithLineUps, now: Date): Slot[] {
  if (eventTiming(event, now) !== 'in_session') return [];
  return slotsOf(event).filter(({ startTime, endTime }) => moment(startTime) <= now.getTime() && now.getTime() < moment(endTime));
}

/**
 * Spec §1: Georgian shows `name`, every other language `nameLat`. If that has no visible character, the other name, else the event's
 * number.
 */
export function eventName({ id, name, nameLat }: Named, language: string): string {
  const names = language === 'ka' ? [name, nameLat] : [nameLat, name];
  return names.find(isVisible) ?? (id === undefined ? '–' : `#${id}`);
}

/** Returns true if a text has any visible character. */
const isVisible = (text: string | undefined): boolean => text !== undefined && /[^\s\p{C}]/u.test(text);

const inOrder = <Event extends Timed>(events: Event[]): Event[] => events.toSorted((a, b) => moment(a.startDate) - moment(b.startDate));
