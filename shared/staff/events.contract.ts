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
  namesRequired: z.boolean(),
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
  namesRequired: z.boolean(),
  ticketTypes: z.array(z.object({ name: z.string(), nameLat: z.string(), price: gel.nullable(), allocation: count })),
});
export type UsualEvent = z.infer<typeof UsualEvent>;

export const staffEventsContract = {
  list: endpoint('GET', '/staff/nights', 'events.read', {
    summary: 'List events: running and upcoming ones by start, past ones and drafts newest first; `search` looks in both names',
    query: z.object({ ...pageQuery, show: z.enum(EVENT_LISTS), search: z.string().trim().max(SEARCH_MAX).optional() }),
    output: pageOf(StaffEventRow),
  }),
  get: endpoint('GET', '/staff/nights/:id', 'events.read', {
    summary: 'Get an event in any state',
    params: byId,
    output: StaffEventView,
    errors: ['event_not_found'],
  }),
  usual: endpoint('GET', '/staff/usual-night', 'events.edit', {
    summary: 'Get the defaults of a new event: hours, capacity and ticket types',
    output: UsualEvent,
  }),
  create: endpoint('POST', '/staff/nights', 'events.edit', {
    summary: 'Create an event, as a draft or published',
    body: NewEvent,
    output: StaffEventView,
    invalidStatus: 422,
    creates: true,
    errors: ['confirmation_required', 'night_to_confirm'],
  }),
  update: endpoint('PUT', '/staff/nights/:id', 'events.edit', {
    summary: 'Change an event; 409 if `version` is outdated',
    params: byId,
    body: ChangedEvent,
    output: StaffEventView,
    invalidStatus: 422,
    errors: ['conflict', 'event_not_found', 'night_has_guests', 'night_refunded', 'night_to_confirm'],
  }),
  copy: endpoint('POST', '/staff/nights/:id/copies', 'events.edit', {
    summary: 'Copy an event to other days, all or none, with ticket types and line-up but no sales',
    params: byId,
    body: EventCopies,
    output: z.object({ items: z.array(StaffEventView) }),
    invalidStatus: 422,
    creates: true,
    errors: ['confirmation_required', 'event_not_found', 'night_to_confirm'],
  }),
  changeState: endpoint('PUT', '/staff/nights/:id/state', 'events.edit', {
    summary: 'Publish, withdraw or cancel an event and notify ticket holders; 409 if `version` is outdated',
    params: byId,
    body: EventStateInput,
    output: StaffEventView,
    invalidStatus: 422,
    errors: ['conflict', 'event_not_found', 'night_has_guests', 'night_refunded', 'night_to_confirm'],
  }),
  undoMove: endpoint('POST', '/staff/nights/:id/undo-move', 'events.edit', {
    summary: 'Undo the last move of a published event; queued emails about it are not sent',
    params: byId,
    body: MoveToUndo,
    output: UndoneMove,
    errors: ['conflict', 'event_not_found'],
  }),
  planPublication: endpoint('PUT', '/staff/nights/:id/publication', 'events.edit', {
    summary: 'Plan a draft’s publication; it stays a draft, with an alert, if an unconfirmed warning has come up by then',
    params: byId,
    body: PublicationInput,
    output: StaffEventView,
    invalidStatus: 422,
    errors: ['conflict', 'event_not_found', 'night_to_confirm'],
  }),
  cancelPublication: endpoint('DELETE', '/staff/nights/:id/publication', 'events.edit', {
    summary: 'Cancel a draft’s planned publication',
    params: byId,
    query: z.object({ version: wireInteger(0, VERSION_MAX) }),
    output: StaffEventView,
    errors: ['conflict', 'event_not_found'],
  }),
  warnings: endpoint('GET', '/staff/night-warnings', 'events.edit', {
    summary: 'List the warnings about publishing or moving an event; the command needs each `key` confirmed',
    query: EventPlan,
    output: z.object({ warnings: z.array(EventWarning) }),
    errors: ['event_not_found'],
  }),
  copyWarnings: endpoint('GET', '/staff/nights/:id/copy-warnings', 'events.edit', {
    summary: 'List the warnings about copies on these days; the command needs each `key` confirmed',
    params: byId,
    query: CopiesPlan,
    output: z.object({ days: z.array(DayWarnings) }),
    errors: ['event_not_found'],
  }),
  undoCopies: endpoint('POST', '/staff/night-copies/undo', 'events.edit', {
    summary: 'Delete unchanged copies, all or none',
    body: MadeCopies,
    output: empty,
    errors: ['conflict', 'event_not_found', 'night_not_deletable'],
  }),
  holders: endpoint('GET', '/staff/nights/:id/holders', 'events.read', {
    summary: 'Count the people whom a cancellation would email, without and with refunds',
    params: byId,
    output: Reached,
    errors: ['event_not_found'],
  }),
  freeDays: endpoint('GET', '/staff/nights/:id/free-days', 'events.edit', {
    summary: 'List the next free days of the same weekday, or free opening days; drafts take a day too',
    params: byId,
    query: FreeDaysInput,
    output: z.object({ days: z.array(wireDay) }),
    errors: ['event_not_found'],
  }),
  remove: endpoint('DELETE', '/staff/nights/:id', 'events.edit', {
    summary: 'Delete a draft that was never published or ordered; 409 if `version` is outdated',
    params: byId,
    query: z.object({ version: wireInteger(0, VERSION_MAX) }),
    output: empty,
    errors: ['conflict', 'event_not_found', 'night_not_deletable'],
  }),
  changeLineUp: endpoint('PUT', '/staff/nights/:id/line-up', 'events.edit', {
    summary: 'Replace the line-up; times are in the event’s hours, so 01:30 is after midnight',
    params: byId,
    body: LineUpInput,
    output: StaffEventView,
    invalidStatus: 422,
    errors: ['conflict', 'event_not_found'],
  }),
  removeSound: endpoint('DELETE', '/staff/nights/:id/acts/:act/sound', 'events.edit', {
    summary: 'Delete an act’s sound',
    params: byId.extend({ act: wireId }),
    query: z.object({ version: wireInteger(0, VERSION_MAX) }),
    output: StaffEventView,
    invalidStatus: 422,
    errors: ['conflict', 'event_not_found'],
  }),
  removePhoto: endpoint('DELETE', '/staff/nights/:id/photo', 'events.edit', {
    summary: 'Delete the photo; the event shows its generated cover again',
    params: byId,
    query: z.object({ version: wireInteger(0, VERSION_MAX) }),
    output: StaffEventView,
    errors: ['conflict', 'event_not_found'],
  }),
};

const NAME_MAX = 120;

export const sharePreviewContract = {
  draw: endpoint('POST', '/staff/share-preview', 'events.edit', {
    summary: 'Get the address of the PNG that a shared link to an edited event would show',
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
