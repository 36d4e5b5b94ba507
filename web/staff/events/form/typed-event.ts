import { z } from 'zod';
import { isCalendarDay } from '#shared/accounts/account-rules.ts';
import { timeText, toWireTime, WEEKDAYS } from '#shared/dates.ts';
import { EXITS } from '#shared/door/offline-manifest.ts';
import { EVENT_TEXT_FIELDS, mapEventTexts, pickEventTexts } from '#shared/events/event-texts.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { nextWeekday, eventMoments } from '#shared/events/event-times.ts';
import { writtenTime } from '#shared/events/written-time.ts';
import { ALL_TENTHS } from '#shared/media/cover-state.ts';
import { coverUrl, defaultCoverId } from '#shared/media/covers.ts';
import type { StaffEventView, UsualEvent } from '#shared/staff/events.contract.ts';
import { EventFields } from '#shared/staff/events.schemas.ts';
import { daysLater } from '#shared/venue-moments.ts';
import { sampleHours } from '#web/staff/components/sample-hours.ts';

const DOOR_FIELDS = ['licensed', 'opensAt', 'exits', 'exitsUntil', 'isAutomatic', 'refusalRefunds'] as const;
const FIELDS = [...EVENT_TEXT_FIELDS, 'day', 'from', 'until', 'capacity', 'ticketsPerPerson', 'isComingSoon', ...DOOR_FIELDS] as const;
export type EventField = (typeof FIELDS)[number];

const text = z.string();

/** An event as typed: every field as text. An empty door field has no value. */
export const TypedEvent = z.object({
  ...mapEventTexts(() => text),
  day: text,
  from: text,
  until: text,
  capacity: text,
  ticketsPerPerson: text,
  isComingSoon: z.boolean(),
  licensed: text,
  opensAt: text,
  exits: z.enum(EXITS),
  exitsUntil: text,
  isAutomatic: z.boolean(),
  refusalRefunds: z.boolean(),
});
export type TypedEvent = z.infer<typeof TypedEvent>;

export const differingFields = (a: TypedEvent, b: TypedEvent): EventField[] => FIELDS.filter((field) => a[field] !== b[field]);

/** The values of a new event: on the next first opening day of a week, with the club's usual hours. */
export const emptyEvent = (now: Date, usual: UsualEvent): TypedEvent => ({
  ...mapEventTexts(() => ''),
  day: nextOpeningDay(usual, now),
  from: usual.from,
  until: usual.until,
  capacity: String(usual.capacity),
  ticketsPerPerson: String(usual.ticketsPerPerson),
  isComingSoon: false,
  licensed: '',
  opensAt: '',
  exits: 'none',
  exitsUntil: '',
  isAutomatic: false,
  refusalRefunds: false,
});

/** From opening time on that day, the day a week later is proposed. */
function nextOpeningDay({ days: [day = 'friday'], from }: UsualEvent, now: Date): string {
  return nextWeekday(WEEKDAYS.indexOf(day), timeText(now) < from ? now : daysLater(now, 1));
}

export function typedEvent(event: StaffEventView): TypedEvent {
  const { day, from, until, isComingSoon, exits, isAutomatic, refusalRefunds } = event;
  return {
    ...pickEventTexts(event),
    day,
    from,
    until,
    isComingSoon,
    capacity: String(event.capacity),
    ticketsPerPerson: String(event.ticketsPerPerson),
    licensed: event.licensed === null ? '' : String(event.licensed),
    opensAt: event.opensAt ?? '',
    exits,
    exitsUntil: event.exitsUntil ?? '',
    isAutomatic,
    refusalRefunds,
  };
}

const sentTime = (typed: string): string => writtenTime(typed) ?? typed;
const ifTyped = <T>(typed: string, read: (typed: string) => T): T | null => (typed.trim() === '' ? null : read(typed));

/**
 * The event as it is sent. A value that is no number or time is left invalid, so that its field is marked; a hidden one is not sent. A name
 * that is missing in one language is that of the other.
 */
export const SentEvent = TypedEvent.transform(
  ({ from, until, capacity, ticketsPerPerson, licensed, opensAt, exitsUntil, ...typed }): z.input<typeof EventFields> => ({
    ...typed,
    name: typed.name.trim() || typed.nameLat,
    nameLat: typed.nameLat.trim() || typed.name,
    from: sentTime(from),
    until: sentTime(until),
    capacity: Number(capacity),
    ticketsPerPerson: Number(ticketsPerPerson),
    licensed: ifTyped(licensed, Number),
    opensAt: ifTyped(opensAt, sentTime),
    exitsUntil: typed.exits === 'until' ? sentTime(exitsUntil) : null,
  }),
).pipe(EventFields);

/** The moments of the typed hours; undefined without a valid day and times. */
export function typedMoments({ day, from, until }: TypedEvent): { startsAt: Date; endsAt: Date } | undefined {
  const times = { from: writtenTime(from), until: writtenTime(until) };
  if (times.from === undefined || times.until === undefined || !isCalendarDay(day)) return undefined;
  return eventMoments({ day, from: times.from, until: times.until });
}

/** No event has this id, so no event's cover is shown. */
const NO_EVENT = 2_147_483_647;
const NO_NAME = '…';

/** Covers are generated for published events; before that the default cover is shown. */
const DEFAULT_COVER = coverUrl(defaultCoverId, '4x5');
export const hasOwnCover = (event?: StaffEventView): boolean => event !== undefined && event.state !== 'draft';

/** The present sale of a published event, which is not typed. */
type Sale = Pick<EventView, 'baskets' | 'soldTenths'>;
const NOTHING_SOLD: Sale = { baskets: [], soldTenths: ALL_TENTHS };

/** The typed event in the form of the public screens; incomplete hours are replaced by the saved ones. */
export function previewEvent(typed: TypedEvent, event?: StaffEventView, sale: Sale = NOTHING_SOLD): EventView {
  const moments = typedMoments(typed);
  const { startDate, endDate } = moments
    ? { startDate: toWireTime(moments.startsAt), endDate: toWireTime(moments.endsAt) }
    : (event ?? sampleHours());
  return {
    id: event?.id ?? NO_EVENT,
    ...pickEventTexts(typed),
    name: typed.name.trim() || typed.nameLat.trim() || NO_NAME,
    nameLat: typed.nameLat.trim() || typed.name.trim() || NO_NAME,
    startDate,
    endDate,
    eventPhotoUrl: event?.eventPhotoUrl ?? (hasOwnCover(event) ? null : DEFAULT_COVER),
    lineUps: event?.lineUps ?? [],
    ...sale,
    isCancelled: event?.state === 'cancelled',
    isVerifiedOnly: false,
    ticketsPerPerson: event?.ticketsPerPerson ?? 0,
    isAwaited: false,
  };
}
