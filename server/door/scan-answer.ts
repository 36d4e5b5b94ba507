import { z } from 'zod';
import { timeText, toWireTime, venueDay } from '#shared/dates.ts';
import type { ScanView } from '#shared/door/door.contract.ts';
import { AppError } from '#shared/errors.ts';
import { wireTime } from '#shared/wire.ts';
import { openPersonal } from '#server/accounts/personal-data.ts';
import type { Keys } from '#server/platform/context.ts';
import type { DoorTicket } from './door.queries.ts';

/** The door's decision; `usedAt` is when the ticket was used, as known at that moment. */
export const Verdict = z.discriminatedUnion('result', [
  z.object({ result: z.literal('accepted'), reason: z.enum(['valid', 'admitted_other_event']), usedAt: z.date() }),
  z.object({ result: z.literal('rejected'), reason: z.enum(['rejected_by_staff', 'banned']), usedAt: z.date().nullable() }),
  z.object({
    result: z.literal('refused'),
    reason: z.enum(['code_tampered', 'ticket_refunded', 'ticket_revoked', 'ticket_used', 'event_cancelled', 'other_event']),
    usedAt: z.date().nullable(),
  }),
]);
export type Verdict = z.infer<typeof Verdict>;

/** The part of a scan row that repeats its answer: nothing about the guest, whose data stays sealed where it is. */
export const StoredAnswer = z.object({ isReject: z.boolean(), admitOtherEvent: z.boolean().default(false), usedAt: wireTime.nullable() });
export type StoredAnswer = z.infer<typeof StoredAnswer>;

/**
 * Makes the answer on the wire from a verdict. @throws code_tampered; with the ticket's event in `params`: ticket_refunded, ticket_revoked,
 * ticket_used (and `date`, `time` of its use at the venue), event_cancelled, other_event
 */
export function answerScan(keys: Keys, ticket: DoorTicket, verdict: Verdict): ScanView {
  if (verdict.result === 'refused') throw refusal(ticket, verdict);
  return {
    result: verdict.result,
    reason: verdict.reason,
    ticket: {
      id: ticket.id,
      eventId: ticket.eventId,
      eventName: ticket.eventName,
      eventNameLat: ticket.eventNameLat,
      startDate: toWireTime(ticket.startsAt),
      releaseName: ticket.releaseName,
      releaseNameLat: ticket.releaseNameLat,
      usedAt: verdict.usedAt && toWireTime(verdict.usedAt),
    },
    guest: {
      firstName: ticket.guest.firstName,
      lastName: ticket.guest.lastName,
      birthdate: openPersonal(keys.personalData, 'birthdate', ticket.guest.sealedBirthdate),
      status: ticket.guest.status,
    },
  };
}

/** A forged code names no event, because nothing in it can be trusted. `event` is for the English message, the names are for screens. */
function refusal({ eventName, eventNameLat, startsAt }: DoorTicket, { reason, usedAt }: Verdict & { result: 'refused' }): AppError {
  if (reason === 'code_tampered') return new AppError(reason);
  const used = reason === 'ticket_used' && usedAt !== null && { date: venueDay(usedAt), time: timeText(usedAt) };
  const event = { event: eventNameLat, eventName, eventNameLat, eventDate: venueDay(startsAt), eventTime: timeText(startsAt) };
  return new AppError(reason, { params: { ...used, ...event } });
}
