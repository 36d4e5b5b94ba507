import { z } from 'zod';
import { FLOORS, LANGUAGES } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { WEEKDAYS } from '#shared/dates.ts';
import { EXITS } from '#shared/door/offline-manifest.ts';
import { mapEventTexts } from '#shared/events/event-texts.ts';
import { LineUpView } from '#shared/events/events.contract.ts';
import { empty, gel, jsonId, wireDay, wireId, wireInteger, wireTime } from '#shared/wire.ts';
import {
  ChangedEvent,
  CopiesPlan,
  EVENT_STATES,
  EventCopies,
  EventPlan,
  EventStateInput,
  FreeDaysInput,
  LineUpInput,
  MadeCopies,
  MoveToUndo,
  NewEvent,
  PublicationInput,
} from './events.schemas.ts';
import { pageOf, pageQuery } from './paging.ts';
import { Places } from './places.schemas.ts';

const whole = z.number().int().min(0);
const key = z.string();

/** The people with at least one valid, unused ticket, complimentary ones included, and the number of such tickets. */
export const Holders = z.object({ people: whole, tickets: whole });
export type Holders = z.infer<typeof Holders>;

/**
 * The recipients of a cancellation: the holders without refunds; with refunds, the buyers of valid tickets, used ones included, and the
 * other holders. Once the event is over, only refunds reach anyone.
 */
export const Reached = z.object({ ...Holders.shape, paid: whole, unpaid: whole });
export type Reached = z.infer<typeof Reached>;

/** A warning that must be confirmed once before an event is published, moved or copied. */
export const EventWarning = z.discriminatedUnion('code', [
  z.object({
    key,
    code: z.literal('evening_taken'),
    night: z.object({ id: jsonId, name: z.string(), nameLat: z.string(), startDate: wireTime, endDate: wireTime }),
  }),
  z.object({ key, code: z.literal('past') }),
  z.object({ key, code: z.literal('too_long'), hours: z.number() }),
  z.object({ key, code: z.literal('acts_outside'), acts: z.array(z.object({ name: z.string(), startDate: wireTime })) }),
  z.object({ key, code: z.literal('nothing_on_sale') }),
  z.object({ key, code: z.literal('holders_told'), news: z.enum(['moved', 'restored']), ...Holders.shape }),
]);
export type EventWarning = z.infer<typeof EventWarning>;

/** The warnings about a copy on a day. */
const DayWarnings = z.object({ day: wireDay, warnings: z.array(EventWarning) });
export type DayWarnings = z.infer<typeof DayWarnings>;

export const EVENT_LISTS = ['upcoming', 'past', 'drafts'] as const;
export type EventList = (typeof EVENT_LISTS)[number];

const SEARCH_MAX = 100;
const VERSION_MAX = 2_147_483_647;
const byId = z.object({ id: wireId });
const count = z.number().int();
const Facts = z.object({
  id: jsonId,
  state: z.enum(EVENT_STATES),
  startDate: wireTime,
  endDate: wireTime,
  places: Places,
  /** When a draft is published automatically. */
  publishAt: wireTime.nullable(),
});

export const StaffEventRow = Facts.extend({
  name: z.string(),
  nameLat: z.string(),
  isComingSoon: z.boolean(),
  eventPhotoUrl: z.string().nullable(),
  /** The number of acts in its line-up, and of ticket types with a price. */
  acts: count,
  ticketTypes: count,
});
export type StaffEventRow = z.infer<typeof StaffEventRow>;

/** A stage by number, with its names. A closed one is shown if it already has acts, and takes no new ones. */
export const StageView = z.object({ floor: z.literal(FLOORS), name: z.string(), nameLat: z.string(), isOpen: z.boolean() });
export type StageView = z.infer<typeof StageView>;

/** An event for the console: its fields as typed, and `version`, which every command sends back. */
export const StaffEventView = Facts.extend({
  ...mapEventTexts(() => z.string()),
  day: z.string(),
  from: z.string(),
  until: z.string(),
  capacity: count,
  ticketsPerPerson: count,
  isComingSoon: z.boolean(),
  /** The door: people allowed inside at once (null: the capacity), re-entry, opening, both times as `HH:MM`. */
  licensed: count.nullable(),
  exits: z.enum(EXITS),
  exitsUntil: z.string().nullable(),
  opensAt: z.string().nullable(),
  isAutomatic: z.boolean(),
  refusalRefunds: z.boolean(),
  /** Changed by a separate call (guests.contract.ts). */
  isVerifiedOnly: z.boolean(),
  /** False once it was published or ordered for. */
  isDeletable: z.boolean(),
  /** The refund of all guests has begun, so the event can only remain cancelled. */
  isRefunded: z.boolean(),
  version: count,
  eventPhotoUrl: z.string().nullable(),
  lineUps: z.array(LineUpView),
  stages: z.array(StageView),
  ticketTypes: count,
  changedAt: wireTime,
  /** The staff member who changed it last in this console, if any. */
  changedBy: z.string().nullable(),
});
export type StaffEventView = z.infer<typeof StaffEventView>;

/** `mails`: how many mails about the move were already sent, and how many will not be sent any more. */
const UndoneMove = z.object({ event: StaffEventView, mails: z.object({ sent: whole, stopped: whole }) });
export type UndoneMove = z.infer<typeof UndoneMove>;

/** The defaults of a new event. */
export const UsualEvent = z.object({
  days: z.array(z.enum(WEEKDAYS)),
  from: z.string(),
  until: z.string(),
  capacity: count,
  ticketsPerPerson: count,
  verifiedOnly: z.boolean(),
  ticketTypes: z.array(z.object({ name: z.string(), nameLat: z.string(), price: gel.nullable(), allocation: count })),
});
export type UsualEvent = z.infer<typeof UsualEvent>;

export const staffEventsContract = {
  list: endpoint('GET', '/staff/nights', 'events.read', {
    summary: 'Events: what runs or comes by start, past ones and drafts newest first; `search` in both names',
    query: z.object({ ...pageQuery, show: z.enum(EVENT_LISTS), search: z.string().trim().max(SEARCH_MAX).optional() }),
    output: pageOf(StaffEventRow),
  }),
  get: endpoint('GET', '/staff/nights/:id', 'events.read', {
    summary: 'An event in any state',
    params: byId,
    output: StaffEventView,
    errors: ['event_not_found'],
  }),
  usual: endpoint('GET', '/staff/usual-night', 'events.edit', {
    summary: 'What a new event begins with: the club’s hours and size, and the ticket types that staff keep ready',
    output: UsualEvent,
  }),
  create: endpoint('POST', '/staff/nights', 'events.edit', {
    summary: 'A new event, a draft unless it is to be published at once',
    body: NewEvent,
    output: StaffEventView,
    invalidStatus: 422,
    creates: true,
    errors: ['confirmation_required', 'night_to_confirm'],
  }),
  update: endpoint('PUT', '/staff/nights/:id', 'events.edit', {
    summary: 'Changes an event; 409 when somebody changed it since `version`',
    params: byId,
    body: ChangedEvent,
    output: StaffEventView,
    invalidStatus: 422,
    errors: ['conflict', 'event_not_found', 'night_has_guests', 'night_refunded', 'night_to_confirm'],
  }),
  copy: endpoint('POST', '/staff/nights/:id/copies', 'events.edit', {
    summary: 'The same event on other days, all or none: ticket types and line-up move along, nothing is sold',
    params: byId,
    body: EventCopies,
    output: z.object({ items: z.array(StaffEventView) }),
    invalidStatus: 422,
    creates: true,
    errors: ['confirmation_required', 'event_not_found', 'night_to_confirm'],
  }),
  changeState: endpoint('PUT', '/staff/nights/:id/state', 'events.edit', {
    summary: 'Publishes, withdraws or cancels an event, and tells holders of tickets; 409 when somebody changed it since `version`',
    params: byId,
    body: EventStateInput,
    output: StaffEventView,
    invalidStatus: 422,
    errors: ['conflict', 'event_not_found', 'night_has_guests', 'night_refunded', 'night_to_confirm'],
  }),
  undoMove: endpoint('POST', '/staff/nights/:id/undo-move', 'events.edit', {
    summary: 'Gives a published event back the hours that its last change moved; mails about it that still wait are not sent',
    params: byId,
    body: MoveToUndo,
    output: UndoneMove,
    errors: ['conflict', 'event_not_found'],
  }),
  planPublication: endpoint('PUT', '/staff/nights/:id/publication', 'events.edit', {
    summary:
      'Publishes a draft at a moment; if a warning that was not confirmed has come up by then, it stays a draft and an alert says why',
    params: byId,
    body: PublicationInput,
    output: StaffEventView,
    invalidStatus: 422,
    errors: ['conflict', 'event_not_found', 'night_to_confirm'],
  }),
  cancelPublication: endpoint('DELETE', '/staff/nights/:id/publication', 'events.edit', {
    summary: 'The draft is not published by itself',
    params: byId,
    query: z.object({ version: wireInteger(0, VERSION_MAX) }),
    output: StaffEventView,
    errors: ['conflict', 'event_not_found'],
  }),
  warnings: endpoint('GET', '/staff/night-warnings', 'events.edit', {
    summary: 'What speaks against publishing or moving an event; the command wants every `key` confirmed',
    query: EventPlan,
    output: z.object({ warnings: z.array(EventWarning) }),
    errors: ['event_not_found'],
  }),
  copyWarnings: endpoint('GET', '/staff/nights/:id/copy-warnings', 'events.edit', {
    summary: 'What speaks against copies on these days; the command wants every `key` confirmed',
    params: byId,
    query: CopiesPlan,
    output: z.object({ days: z.array(DayWarnings) }),
    errors: ['event_not_found'],
  }),
  undoCopies: endpoint('POST', '/staff/night-copies/undo', 'events.edit', {
    summary: 'Deletes copies that nobody has changed since they were made, all or none',
    body: MadeCopies,
    output: empty,
    errors: ['conflict', 'event_not_found', 'night_not_deletable'],
  }),
  holders: endpoint('GET', '/staff/nights/:id/holders', 'events.read', {
    summary: 'How many people a cancellation would reach by mail, without refunds and with them',
    params: byId,
    output: Reached,
    errors: ['event_not_found'],
  }),
  freeDays: endpoint('GET', '/staff/nights/:id/free-days', 'events.edit', {
    summary: 'The next days of the same weekday, or opening days, on which no event stands, drafts included',
    params: byId,
    query: FreeDaysInput,
    output: z.object({ days: z.array(wireDay) }),
    errors: ['event_not_found'],
  }),
  remove: endpoint('DELETE', '/staff/nights/:id', 'events.edit', {
    summary: 'Deletes a draft that was never published nor ordered; 409 when somebody changed it since `version`',
    params: byId,
    query: z.object({ version: wireInteger(0, VERSION_MAX) }),
    output: empty,
    errors: ['conflict', 'event_not_found', 'night_not_deletable'],
  }),
  changeLineUp: endpoint('PUT', '/staff/nights/:id/line-up', 'events.edit', {
    summary: 'Replaces the line-up; times are those of the event, so 01:30 is after midnight',
    params: byId,
    body: LineUpInput,
    output: StaffEventView,
    invalidStatus: 422,
    errors: ['conflict', 'event_not_found'],
  }),
  removeSound: endpoint('DELETE', '/staff/nights/:id/acts/:act/sound', 'events.edit', {
    summary: 'Takes the sound of an act away',
    params: byId.extend({ act: wireId }),
    query: z.object({ version: wireInteger(0, VERSION_MAX) }),
    output: StaffEventView,
    invalidStatus: 422,
    errors: ['conflict', 'event_not_found'],
  }),
  removePhoto: endpoint('DELETE', '/staff/nights/:id/photo', 'events.edit', {
    summary: 'Takes the photo away: the event shows its generated cover again',
    params: byId,
    query: z.object({ version: wireInteger(0, VERSION_MAX) }),
    output: StaffEventView,
    errors: ['conflict', 'event_not_found'],
  }),
};

const NAME_MAX = 120;

export const sharePreviewContract = {
  draw: endpoint('POST', '/staff/share-preview', 'events.edit', {
    summary: 'The picture a shared link would show of an event that is being typed, as the address of a PNG',
    body: z.object({
      id: jsonId,
      language: z.enum(LANGUAGES),
      name: z.string().max(NAME_MAX),
      nameLat: z.string().max(NAME_MAX),
      startDate: wireTime,
      endDate: wireTime,
      eventPhotoUrl: z.string().max(500).nullable(),
      isCancelled: z.boolean(),
    }),
    output: z.object({ url: z.string() }),
  }),
};
