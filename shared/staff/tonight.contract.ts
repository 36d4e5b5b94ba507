import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { ConflictView } from '#shared/door/conflicts.ts';
import { gel, jsonId, jsonLongId, wireId, wireTime } from '#shared/wire.ts';
import { PAGE_MAX, pageOf } from './paging.ts';
import { Places } from './places.schemas.ts';

const SEARCH_MAX = 100;
const count = z.number().int();

/** One decision at the door. `born` as `YYYY-MM-DD`; empty for a guest list entry, which has no account and no ticket. */
export const DoorDecision = z.object({
  id: jsonLongId,
  at: wireTime,
  guest: z.object({ id: jsonId.nullable(), firstName: z.string(), lastName: z.string(), born: z.string() }),
  ticketId: jsonLongId.nullable(),
  /** The guest list entry by which `people` came. */
  entry: z.object({ id: jsonLongId, list: z.string(), people: count }).nullable(),
  /** `conflict`: an offline phone admitted against what the server knew. */
  /** `noted`: an action of a phone after the end of its pass, which is not counted. */
  result: z.enum(['accepted', 'rejected', 'refused', 'conflict', 'noted']),
  reason: z.string(),
  /** The name of the pass or of the staff member. */
  door: z.string(),
  /** The phone reported it after its pass was revoked. */
  isAfterRevocation: z.boolean(),
  /** The refund started by a refusal; `waiting` for a minute, while it can be undone, and then for the bank's job. */
  refund: z.object({ reason: z.string(), state: z.enum(['waiting', 'undone', 'done']) }).nullable(),
  /** The order of a denied guest's ticket that can still be refunded; null otherwise. */
  refundableOrderId: jsonLongId.nullable(),
  /** The id with which this admission can be undone (`door.undo`); null if it cannot. */
  undo: z.uuid().nullable(),
  /** It was undone. */
  isUndone: z.boolean(),
  /** False: the scan did not name the event of the door. */
  isEventNamed: z.boolean(),
});
export type DoorDecision = z.infer<typeof DoorDecision>;

/** A quarter of an hour beginning at `from`, with its number of admissions. */
export const Quarter = z.object({ from: wireTime, arrivals: count });
export type Quarter = z.infer<typeof Quarter>;

export const TonightView = z.object({
  /** The server's time of these figures. */
  at: wireTime,
  night: z
    .object({
      id: jsonId,
      name: z.string(),
      nameLat: z.string(),
      startDate: wireTime,
      endDate: wireTime,
      state: z.enum(['draft', 'published', 'cancelled']),
      places: Places,
      /** The people allowed inside at once. */
      licensed: count,
      isRunning: z.boolean(),
    })
    .nullable(),
  figures: z.object({
    inside: count,
    toCome: count,
    /** Decisions in the 15 minutes before `at`, and in the 15 before those. */
    scannedLately: count,
    scannedBefore: count,
    rejected: count,
    refused: count,
    /** Null without the right `money.read`, like the prices of the ticket types. */
    gross: gel.nullable(),
  }),
  quarters: z.array(Quarter),
  /** Admissions that should not have happened, newest first. */
  conflicts: z.array(ConflictView),
  decisions: z.array(DoorDecision),
  /** The guest lists by name: how many of the allocation came. Ended lists are left out, unless people came by them. */
  lists: z.array(z.object({ id: jsonId, name: z.string(), allocation: count, price: gel.nullable(), arrived: count })),
  ticketTypes: z.array(
    z.object({ id: jsonId, name: z.string(), nameLat: z.string(), price: gel.nullable(), allocation: count, held: count, sold: count }),
  ),
});
export type TonightView = z.infer<typeof TonightView>;

/** A minute with activity at the door: entries, exits, refusals, and the people inside at its end. */
export const DoorMinute = z.object({ at: wireTime, in: count, out: count, refused: count, inside: count });
export type DoorMinute = z.infer<typeof DoorMinute>;

/** Without `eventId` the running event (of several the one that began last), else the next. */
const which = z.object({ eventId: wireId.optional() });

export const staffTonightContract = {
  show: endpoint('GET', '/staff/tonight', 'door.run', {
    summary: 'How an event goes at this moment',
    query: which,
    output: TonightView,
    errors: ['event_not_found'],
  }),
  minutes: endpoint('GET', '/staff/tonight/minutes', 'door.run', {
    summary: 'What happened at the door of an event, minute by minute, the first one first',
    query: z.object({ eventId: wireId }),
    output: z.object({ eventId: jsonId, minutes: z.array(DoorMinute) }),
    errors: ['event_not_found'],
  }),
  /** A guest's name is sent in the body, because browsers, proxies and their logs store addresses. */
  decisions: endpoint('POST', '/staff/tonight/decisions', 'door.run', {
    summary:
      'Decisions at the door of an event about people with these words in their name, or this ticket number; without any all of them',
    body: z.object({
      eventId: jsonId,
      search: z.string().trim().max(SEARCH_MAX),
      before: jsonLongId.optional(),
      limit: z.number().int().min(1).max(PAGE_MAX).optional(),
    }),
    output: pageOf(DoorDecision),
    errors: ['event_not_found'],
  }),
  /** Server-sent events; each `data` is a `TonightView`. Its route is separate (server/door/door.api.ts). */
  stream: endpoint('GET', '/staff/tonight/stream', 'door.run', {
    summary: 'The same, again with every change, as server-sent events',
    query: which,
    output: z.unknown(),
    produces: 'text/event-stream',
    errors: ['event_not_found'],
  }),
};
