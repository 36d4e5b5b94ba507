import { z } from 'zod';
import { FLOORS, PAST_EVENTS_LIMIT } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { gel, jsonId, queryTime, wireId, wireInteger, wireTime } from '#shared/wire.ts';
import { mapEventTexts } from './event-texts.ts';

/** One slot of the line-up. Floor 1 is the Main Stage, floor 2 the Space Stage (spec §9), unless staff renamed them. */
export const LineUpView = z.object({
  id: jsonId,
  floor: z.literal(FLOORS),
  artistName: z.string(),
  startTime: wireTime,
  isHeaderLineUp: z.boolean(),
  /** A recording of the act, if the club has one. */
  soundUrl: z.string().nullable(),
});
export type LineUpView = z.infer<typeof LineUpView>;

/**
 * A ticket type. `price` is null if none is set; `available` is 0 when sold out, not on sale, or while the free places are for waiting
 * guests. `onSaleFrom` is set while the sale is yet to begin and places are left; `onSaleUntil` is set if the sale ends before the event
 * does.
 */
export const BasketView = z.object({
  id: jsonId,
  name: z.string(),
  nameLat: z.string(),
  price: gel.nullable(),
  available: z.number().int().min(0),
  onSaleFrom: wireTime.nullable(),
  onSaleUntil: wireTime.nullable(),
});
export type BasketView = z.infer<typeof BasketView>;

/** An event as clients see it (spec §3). The first of `baskets` is the ticket type on sale. */
export const EventView = z.object({
  id: jsonId,
  ...mapEventTexts(() => z.string()),
  startDate: wireTime,
  endDate: wireTime,
  eventPhotoUrl: z.string().nullable(),
  lineUps: z.array(LineUpView),
  baskets: z.array(BasketView),
  /** How many tenths of its places are taken, rounded down; 10 only if none is left. Shown on its poster. */
  soldTenths: z.number().int().min(0).max(10),
  /** It will not take place, and nothing is sold; lists leave it out. */
  isCancelled: z.boolean(),
  /** Only guests whom staff have verified or welcomed may buy. */
  isVerifiedOnly: z.boolean(),
  /** Each ticket belongs to one guest with an account; missing where it need not. */
  namesRequired: z.literal(true).optional(),
  /** The most tickets per person; 0 if the server does not send it. */
  ticketsPerPerson: z.number().int().min(0),
  /** Guests wait for places. */
  isAwaited: z.boolean(),
});
export type EventView = z.infer<typeof EventView>;

export const eventsContract = {
  list: endpoint('GET', '/Events', 'public', {
    summary: 'List published running and upcoming events, by start',
    output: z.array(EventView),
    cached: true,
  }),
  listAll: endpoint('GET', '/Events/AllEvents', 'public', {
    summary: 'List published running and upcoming events, by start',
    output: z.array(EventView),
    cached: true,
  }),
  past: endpoint('GET', '/Events/PastEvents', 'public', {
    summary: 'List past events, newest first; `before` pages back',
    query: z.object({ before: queryTime.optional(), limit: wireInteger(1, PAST_EVENTS_LIMIT).optional() }),
    output: z.array(EventView),
    cached: true,
  }),
  soon: endpoint('GET', '/SoonEvents', 'public', {
    summary: 'List the events that staff marked as coming soon, else the first four upcoming',
    output: z.array(z.object({ id: jsonId, event: EventView })),
    cached: true,
  }),
  get: endpoint('GET', '/Events/:id', 'public', {
    summary: 'Get an event, also a past, sold-out or cancelled one',
    params: z.object({ id: wireId }),
    output: EventView,
    cached: true,
    errors: ['event_not_found'],
  }),
};
