import { createPublicKey, sign, timingSafeEqual, verify } from 'node:crypto';
import type { Context, Keys } from '#server/platform/context.ts';
import { refreshKeys } from '#server/platform/kept-keys.ts';
import { formatQrText, normalizeCode, readTicketCode, signedTicketText } from '#shared/door/ticket-code.ts';
import { type Claim, hasCode } from '#shared/tickets/claims.ts';

type CodedTicket = { id: number; userId: number; eventId: number };

/** Returns the text of a ticket's QR code, for its holder. Every code that leaves the server for a guest is made here. */
export function codeForHolder(keys: Keys, ticket: CodedTicket & { claim: Claim }): string {
  if (!hasCode(ticket.claim)) throw new Error(`Ticket ${ticket.id} has no code: it is ${ticket.claim}.`);
  return signTicketCode(keys, ticket);
}

/**
 * Returns the text of a ticket's QR code, signed (Ed25519) over its ids, its event and the version; always the same text with one key. For
 * the door, which compares codes also of tickets that nobody may show yet.
 */
export function signTicketCode(keys: Keys, ticket: CodedTicket): string {
  const signature = sign(null, signedBytes(ticket), keys.ticketCode).toString('base64url');
  return formatQrText({ userId: ticket.userId, ticketId: ticket.id, signature });
}

/**
 * Returns true if a scanned text equals this ticket's code, except for surrounding blanks and CR LF. Ed25519 is deterministic, so signing
 * again costs half as much as verifying, and refuses changes that a signature over the ids does not cover.
 */
export function verifyTicketCode(keys: Keys, text: string, ticket: CodedTicket): boolean {
  const scanned = Buffer.from(normalizeCode(text));
  const given = Buffer.from(signTicketCode(keys, ticket));
  return scanned.length === given.length && timingSafeEqual(scanned, given);
}

/** `replaced`: signed with a key that was replaced since (docs/decisions/0075). */
export type CodeState = 'genuine' | 'replaced' | 'forged';

/** Compares a scanned text with a ticket's code. */
function codeState(keys: Keys, text: string, ticket: CodedTicket): CodeState {
  if (verifyTicketCode(keys, text, ticket)) return 'genuine';
  const code = readTicketCode(text);
  if (code?.ticketId !== ticket.id || code.userId !== ticket.userId) return 'forged';
  const isFormer = keys.formerTicketKeys.some((x) => verify(null, signedBytes(ticket), openKey(x), code.signature));
  return isFormer ? 'replaced' : 'forged';
}

/** Like `codeState`, with the current keys: another process may have replaced them a moment ago. */
export async function codeStateNow(ctx: Pick<Context, 'db' | 'keys'>, text: string, ticket: CodedTicket): Promise<CodeState> {
  const state = codeState(ctx.keys, text, ticket);
  if (state === 'genuine') return state;
  await refreshKeys(ctx);
  return codeState(ctx.keys, text, ticket);
}

const openKey = (x: string) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

const signedBytes = ({ id, userId, eventId }: CodedTicket): Buffer => Buffer.from(signedTicketText({ userId, ticketId: id, eventId }));
