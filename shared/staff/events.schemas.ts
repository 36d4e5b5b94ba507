import { z } from 'zod';
import { CAPACITY_MAX, FLOORS, TICKETS_PER_PERSON_MAX } from '#shared/constants.ts';
import { EXITS } from '#shared/door/offline-manifest.ts';
import { mapEventTexts } from '#shared/events/event-texts.ts';
import { READY_TICKET_TYPES_MAX } from '#shared/site-texts/ready-ticket-types.ts';
import { VISIBLE } from '#shared/names.ts';
import { jsonId, ONE_LINE, queryTime, TIME_META, TRIMMED_LINE, wireBoolean, wireId, wireInteger, wireTime } from '#shared/wire.ts';
import { TicketTypeInput } from './ticket-types.schemas.ts';

const ARTIST_NAME_MAX = 120;
const REASON_MAX = 500;
const SLOTS_MAX = 60;
const CONFIRMED_MAX = 50;
const CONFIRMED_KEY_MAX = 60;
/** The years in which an event may be. */
const YEARS = { from: 2000, to: 2100 };

/** One line of text, which may be empty if there is no key. */
const oneLine = (maxLength: number, requiredKey?: string) =>
  z
    .string(requiredKey ?? 'validation.invalid')
    .trim()
    .refine((text) => requiredKey === undefined || VISIBLE.test(text), requiredKey)
    .max(maxLength, 'validation.too_long')
    .regex(ONE_LINE, 'validation.invalid')
    .meta({ ...(requiredKey !== undefined && { minLength: 1 }), pattern: TRIMMED_LINE });
const lines = (maxLength: number) => z.string('validation.invalid').max(maxLength, 'validation.too_long');
const time = z.string('validation.time_format').regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'validation.time_format');
const count = (key: string, max: number) => z.number(key).int(key).min(1, key).max(max, key);

/** A real day of the calendar within these years. */
const EventDay = z.iso.date('validation.day_required').refine((day) => {
  const year = Number(day.slice(0, 4));
  return year >= YEARS.from && year <= YEARS.to;
}, 'validation.day_required');

/** The version of an event that was read; a command based on an older one is refused. */
const version = z.number().int().min(0);
export const EVENT_STATES = ['draft', 'published', 'cancelled'] as const;

/** Keys of the warnings that were shown and accepted (`EventWarning`); a command with an unconfirmed one is refused. */
const confirmed = z
  .array(z.string('validation.invalid').max(CONFIRMED_KEY_MAX, 'validation.invalid'), 'validation.invalid')
  .max(CONFIRMED_MAX, 'validation.invalid')
  .optional();
const reason = z.string('validation.invalid').trim().max(REASON_MAX, 'validation.too_long').optional();

const texts = mapEventTexts((_field, { maxLength, isOneLine, requiredKey }) =>
  isOneLine ? oneLine(maxLength, requiredKey) : lines(maxLength),
);

/** The fields of an event that its owner types (without line-up, photo and ticket types). */
const eventShape = {
  ...texts,
  /** Added after the calls: missing ones are unchanged, and empty for a new event. */
  dressCode: texts.dressCode.optional(),
  dressCodeLat: texts.dressCodeLat.optional(),
  day: EventDay,
  from: time,
  until: time,
  capacity: count('validation.capacity', CAPACITY_MAX),
  ticketsPerPerson: count('validation.tickets_per_person', TICKETS_PER_PERSON_MAX),
  isComingSoon: z.boolean(),
  /** The door. Missing values are unchanged; a new event gets their defaults. Times of day belong to the event's night. */
  licensed: count('validation.capacity', CAPACITY_MAX).nullable().optional(),
  exits: z.enum(EXITS).optional(),
  exitsUntil: time.nullable().optional(),
  opensAt: time.nullable().optional(),
  isAutomatic: z.boolean().optional(),
  refusalRefunds: z.boolean().optional(),
};

const lastsAWhile = ({ from, until }: { from: string; until: string }): boolean => from !== until;
const SAME_TIME = { path: ['until'], error: 'validation.event_empty' };

export const EventFields = z.object(eventShape).refine(lastsAWhile, SAME_TIME);
export type EventFields = z.infer<typeof EventFields>;

/** `publish` publishes it in the same step. */
export const NewEvent = z
  .object({
    ...eventShape,
    verifiedOnly: z.boolean('validation.invalid').optional(),
    namesRequired: z.boolean('validation.invalid').optional(),
    ticketTypes: z.array(TicketTypeInput).max(READY_TICKET_TYPES_MAX, 'validation.invalid').optional(),
    publish: z.boolean().optional(),
    confirmed,
  })
  .refine(lastsAWhile, SAME_TIME);
export type NewEvent = z.infer<typeof NewEvent>;

/** Ticket holders are notified of changed hours, with the reason, unless `tellHolders` is false. */
export const ChangedEvent = z
  .object({
    ...eventShape,
    version,
    publish: z.boolean().optional(),
    confirmed,
    tellHolders: z.boolean('validation.invalid').optional(),
    reason,
  })
  .refine(lastsAWhile, SAME_TIME);
export type ChangedEvent = z.infer<typeof ChangedEvent>;

export const EventStateInput = z.object({ version, state: z.enum(EVENT_STATES), confirmed, reason });
export type EventStateInput = z.infer<typeof EventStateInput>;

/** How long mails about a moved event wait, so that a mistake can be undone. */
export const MOVE_MAILS_WAIT_MINUTES = 2;

/** The event as the move left it. */
export const MoveToUndo = z.object({ version });

/** When a draft is published automatically. */
export const PublicationInput = z.object({
  version,
  publishAt: z
    .string('validation.moment_format')
    .refine((text) => wireTime.safeParse(text).success, 'validation.moment_format')
    .meta(TIME_META),
  confirmed,
});
export type PublicationInput = z.infer<typeof PublicationInput>;

/** The most copies of one command. */
export const COPIES_MAX = 12;

/** `lineUp`: also copy the acts; `publish`: publish the copies at once. */
export const EventCopies = z.object({
  days: z.array(EventDay).min(1, 'validation.day_required').max(COPIES_MAX, 'validation.days_max'),
  confirmed,
  lineUp: z.boolean('validation.invalid').optional(),
  publish: z.boolean('validation.invalid').optional(),
});
export type EventCopies = z.infer<typeof EventCopies>;

const ONE_DAY = '[0-9]{4}-[0-9]{2}-[0-9]{2}';

/** Requests the warnings about copies; the days are joined by commas. */
export const CopiesPlan = z.object({
  days: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(EventDay).min(1).max(COPIES_MAX))
    .meta({ type: 'string', pattern: `^${ONE_DAY}(,${ONE_DAY}){0,${COPIES_MAX - 1}}$` }),
  lineUp: wireBoolean.optional(),
});
export type CopiesPlan = z.output<typeof CopiesPlan>;

export const FREE_DAYS_ON = ['weekday', 'opening'] as const;

/** Requests free days on the event's own weekday, or on the club's opening days. */
export const FreeDaysInput = z.object({ count: wireInteger(1, COPIES_MAX).optional(), on: z.enum(FREE_DAYS_ON).optional() });
export type FreeDaysInput = z.output<typeof FreeDaysInput>;

/** The copies that a command made, as it returned them. */
export const MadeCopies = z.object({
  copies: z
    .array(z.object({ id: jsonId, version }))
    .min(1)
    .max(COPIES_MAX),
});
export type MadeCopies = z.infer<typeof MadeCopies>;

/** Requests the warnings of a plan: `id` names the event, from which missing values are taken. */
export const EventPlan = z.object({
  id: wireId.optional(),
  day: EventDay.optional(),
  from: time.optional(),
  until: time.optional(),
  isComingSoon: wireBoolean.optional(),
  /** The moment of publication, if not now. */
  publishAt: queryTime.optional(),
  /** A new event begins with a ticket type on sale. */
  isSelling: wireBoolean.optional(),
});
export type EventPlan = z.output<typeof EventPlan>;

export const LineUpSlot = z.object({
  floor: z.literal(FLOORS),
  artistName: oneLine(ARTIST_NAME_MAX, 'validation.artist_required'),
  time,
  isHeadliner: z.boolean(),
});
export type LineUpSlot = z.infer<typeof LineUpSlot>;

export const LineUpInput = z.object({ version, slots: z.array(LineUpSlot).max(SLOTS_MAX, 'validation.too_long') });
export type LineUpInput = z.infer<typeof LineUpInput>;
