import { ageOn } from '#shared/accounts/account-rules.ts';
import { MINIMUM_AGE } from '#shared/constants.ts';
import type { Answered } from './questions.ts';

/** The version of this rule: a phone with an older rule than the server reloads the page. */
export const RULE_VERSION = 7;

/** Whether a guest who went out may come in again: never, until a moment, or always. */
export type Exits = 'none' | 'always' | { until: Date };

/** What server or phone knows about a ticket and its event. */
export type TicketFacts = {
  /** `revoked`: complimentary and taken back; `transferred`: another code now has its place. */
  state: 'valid' | 'refunded' | 'revoked' | 'transferred';
  eventId: number;
  eventState: 'draft' | 'published' | 'cancelled';
  usedAt: Date | null;
  /** The holder of a used ticket went out; missing where exits are not counted. */
  hasLeft?: boolean;
  /** Nobody claimed it, or the club has not verified who did; missing where tickets need no name. */
  needsName?: boolean | undefined;
  /** The holder is banned at this moment. */
  isBanned: boolean;
  /** A door rejected the holder in the last hours and admitted nobody with the ticket since. */
  isRejected?: boolean;
};

/** What the door knows. Without an `eventId` it admits to any event. */
type DoorFacts = {
  eventId?: number | undefined;
  answered?: Answered;
  exits?: Exits;
  now: Date;
};

type ScanFacts = {
  /** The text that was read is not this ticket's code. */
  isTampered?: boolean;
  /** The text is the ticket's code from before the signing key was replaced. */
  isReplaced?: boolean;
  /** Staff reject the guest. */
  isReject?: boolean;
  ticket: TicketFacts;
  door: DoorFacts;
};

/**
 * Facts that only the door of scanner devices has. `opensAt`: entry begins; `freeUntil`: the end of free entry for a guest list; `room`: the people
 * inside and the licensed number.
 */
export type AdmissionFacts = ScanFacts & {
  opensAt?: Date | undefined;
  freeUntil?: Date | undefined;
  room?: { inside: number; licensed: number } | undefined;
};

type TicketRefusal =
  | 'code_tampered'
  | 'code_replaced'
  | 'ticket_refunded'
  | 'ticket_revoked'
  | 'ticket_transferred'
  | 'ticket_used'
  | 'event_cancelled'
  | 'other_event'
  | 'needs_name'
  | 'rejected_before';

/** `admit`: the guest comes in; `refuse`: the ticket is not valid here; `reject`: the guest is turned away and the ticket is unchanged. */
type TicketDecision =
  | { verdict: 'admit'; reason: 'valid' | 'admitted_other_event' | 'admitted_rejected' | 'back_in' }
  | { verdict: 'reject'; reason: 'rejected_by_staff' | 'banned' }
  | { verdict: 'refuse'; reason: TicketRefusal };

export type AdmissionDecision = TicketDecision | { verdict: 'refuse'; reason: 'not_open_yet' | 'free_until_over' | 'full' };

/**
 * The door rule, shared by server and phones: returns the first reason that applies. A used ticket is reported before a ban, a cancelled
 * event or another event. The guest's status is only shown.
 */
export function decideTicket({ isTampered = false, isReplaced = false, isReject = false, ticket, door }: ScanFacts): TicketDecision {
  if (isTampered) return { verdict: 'refuse', reason: 'code_tampered' };
  if (isReplaced) return { verdict: 'refuse', reason: 'code_replaced' };
  if (isReject) return { verdict: 'reject', reason: 'rejected_by_staff' };
  if (ticket.state !== 'valid') return { verdict: 'refuse', reason: `ticket_${ticket.state}` };
  if (ticket.usedAt !== null && !mayComeBack(ticket, door)) return { verdict: 'refuse', reason: 'ticket_used' };
  if (ticket.isBanned) return { verdict: 'reject', reason: 'banned' };
  if (ticket.eventState === 'cancelled') return { verdict: 'refuse', reason: 'event_cancelled' };
  const isOtherEvent = door.eventId !== undefined && door.eventId !== ticket.eventId;
  if (isOtherEvent && !door.answered?.includes('other_event')) return { verdict: 'refuse', reason: 'other_event' };
  if (ticket.needsName === true && ticket.usedAt === null) return { verdict: 'refuse', reason: 'needs_name' };
  const isRejected = ticket.isRejected === true;
  if (isRejected && !door.answered?.includes('rejected_before')) return { verdict: 'refuse', reason: 'rejected_before' };
  if (ticket.usedAt !== null) return { verdict: 'admit', reason: 'back_in' };
  if (isRejected) return { verdict: 'admit', reason: 'admitted_rejected' };
  return { verdict: 'admit', reason: isOtherEvent ? 'admitted_other_event' : 'valid' };
}

/** Decides about the ticket first; after that, the door's hours or the number of people inside may refuse it. */
export function decideAdmission(facts: AdmissionFacts): AdmissionDecision {
  const decision = decideTicket(facts);
  const { opensAt, freeUntil, room } = facts;
  const { now } = facts.door;
  if (decision.verdict !== 'admit') return decision;
  if (opensAt && now < opensAt) return { verdict: 'refuse', reason: 'not_open_yet' };
  if (freeUntil && now >= freeUntil) return { verdict: 'refuse', reason: 'free_until_over' };
  if (room && room.inside >= room.licensed) return { verdict: 'refuse', reason: 'full' };
  return decision;
}

function mayComeBack({ hasLeft = false }: TicketFacts, { exits = 'none', now }: DoorFacts): boolean {
  if (!hasLeft || exits === 'none') return false;
  return exits === 'always' || now < exits.until;
}

/** Under 18 on the venue's day; false if the date of birth is unknown, as for some complimentary tickets. */
export const isUnderAge = (birthdate: string, now: Date): boolean => ageOn(birthdate, now) < MINIMUM_AGE;
