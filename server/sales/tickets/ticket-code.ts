import { sign, timingSafeEqual } from 'node:crypto';
import type { Keys } from '#server/platform/context.ts';
import { formatQrText } from '#shared/door/qr-text.ts';
import { normalizeCode, signedTicketText } from '#shared/door/ticket-code.ts';

type CodedTicket = { id: number; userId: number; eventId: number };

/** The text of a ticket's QR code, signed (Ed25519) over its ids, its event and the version. The same ticket always gets the same text. */
export function signTicketCode(keys: Keys, ticket: CodedTicket): string {
  const signature = sign(null, signedBytes(ticket), keys.ticketCode).toString('base64url');
  return formatQrText({ userId: ticket.userId, ticketId: ticket.id, signature });
}

/**
 * Returns true if a scanned text equals this ticket's code, except for surrounding blanks and CR LF. Ed25519 is deterministic, so signing
 * again verifies at half the price, and refuses changes that a signature over the ids does not cover.
 */
export function verifyTicketCode(keys: Keys, text: string, ticket: CodedTicket): boolean {
  const scanned = Buffer.from(normalizeCode(text));
  const given = Buffer.from(signTicketCode(keys, ticket));
  return scanned.length === given.length && timingSafeEqual(scanned, given);
}

const signedBytes = ({ id, userId, eventId }: CodedTicket): Buffer => Buffer.from(signedTicketText({ userId, ticketId: id, eventId }));
