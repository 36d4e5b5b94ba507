import { ApiError } from '#shared/errors.ts';
import { eventIn, type DoorGuest, type Release, type TicketEvent } from './scan-answer.ts';

/** Why no decision could be asked for or had. The first two lie in the code, the others may pass. */
export type Trouble = 'no_user_id' | 'no_ticket_id' | 'network' | 'guest_failed' | 'decision_failed' | 'ticket_unknown';

/** Of whom and what is known: with a ticket's number alone, the guest only when the server says who it is. */
export type Known = {
  ticketId: number;
  guest?: DoorGuest | undefined;
  event?: TicketEvent | undefined;
  release?: Release | undefined;
};

/**
 * What the whole screen says. `refused`: the server turned the ticket away and `error` tells why; `other_event`: it is good for another
 * event, and was not used up.
 */
export type Verdict =
  | ({ kind: 'accepted'; reason: string | undefined } & Known)
  | ({ kind: 'rejected'; reason: string | undefined } & Known)
  | ({ kind: 'refused'; error: ApiError } & Known)
  | ({ kind: 'other_event'; error: ApiError } & Known)
  | ({ kind: 'undecided'; trouble: Trouble } & Partial<Known>);

/**
 * A tampered code and a ticket that is used, refunded or of another event are turned away. A ticket nobody knows and anything that went
 * wrong on the way (no network, ended session, server error) is no decision: the guest is not shown as admitted or refused.
 */
export function verdictOfFailure(error: unknown, { ticketId, guest }: Known): Verdict {
  if (!(error instanceof ApiError)) return { kind: 'undecided', trouble: 'decision_failed', ticketId, guest };
  const known = { ticketId, guest, event: eventIn(error) };
  if (error.body.code === 'other_event') return { kind: 'other_event', error, ...known };
  if (error.body.code === 'code_tampered' || error.status === 409) return { kind: 'refused', error, ...known };
  if (error.status === 0) return { kind: 'undecided', trouble: 'network', ticketId, guest };
  // Nobody stands there: whoever's name came with the code is not this ticket's guest.
  if (error.body.code === 'ticket_not_found') return { kind: 'undecided', trouble: 'ticket_unknown', ticketId };
  return { kind: 'undecided', trouble: 'decision_failed', ticketId, guest };
}

/** Whether the very same decision may be sent again; else the code has to be read anew. */
export const canRepeat = (trouble: Trouble): boolean =>
  trouble === 'network' || trouble === 'guest_failed' || trouble === 'decision_failed';

/** How loud, long and often: what the hand, the eye and the ear are told. */
export type Signal = 'accept' | 'reject' | 'other' | 'undecided';
export function signalOf({ kind }: Verdict): Signal {
  if (kind === 'accepted') return 'accept';
  if (kind === 'other_event') return 'other';
  return kind === 'undecided' ? 'undecided' : 'reject';
}
