import { type AdmissionDecision, type AdmissionFacts, decideAdmission, type TicketFacts } from './admission.ts';
import type { OfflineManifestHead } from './offline-manifest.ts';
import { lookupKeyOf } from './encrypted-row.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { findEventOfTicketCode, readTicketCode, type TicketCode, type VerifySignature } from './ticket-code.ts';

/** What a phone knows about a ticket: its row and the phone's own scans since. `isListed`: false if it knows only its own scans. */
export type PhoneTicket = Pick<TicketFacts, 'state' | 'usedAt' | 'isBanned' | 'hasLeft' | 'isRejected' | 'needsName'> & {
  isListed?: boolean;
};

/**
 * What a phone knows. `publicKey`: the 32 bytes; `formerKeys`: replaced keys. `heardAt`: when the offline manifest was last known to be current.
 * `findTicket` gets a lookup key and returns undefined for an unknown ticket. `neighbours`: the nearest first, because each costs a verification.
 */
export type Phone = Pick<OfflineManifestHead, 'event' | 'neighbours' | 'newTicketsUntil'> & {
  heardAt: Date;
  publicKey: Uint8Array<ArrayBuffer>;
  formerKeys: readonly Uint8Array<ArrayBuffer>[];
  verify: VerifySignature;
  findTicket: (key: string) => Promise<PhoneTicket | undefined>;
};

type PhoneScan = Omit<AdmissionFacts, 'ticket' | 'door' | 'isTampered'> & Omit<AdmissionFacts['door'], 'eventId'>;

/**
 * `code` and `event`: of a genuine code, for tonight's event or a neighbour. `key`: the lookup key. `isNew`: the ticket was not in the
 * offline manifest.
 */
export type PhoneDecision = (AdmissionDecision | { verdict: 'refuse'; reason: 'not_listed' }) & {
  genuine?: { code: TicketCode; key: string; event: OfflineManifestHead['event']; isNew: boolean };
};

const SOLD_SINCE: PhoneTicket = { state: 'valid', usedAt: null, isBanned: false, isListed: false };

/** An offline manifest gets new tickets within a second, and no guest is at the door within a minute of buying. */
const FRESH_MS = MINUTE_MS;

/**
 * Decides about a read text without a network, by the door rule. The offline manifest has no rows of other events, so a neighbour's ticket is refused
 * as such, whatever its state.
 */
export async function decideOnPhone(
  phone: Phone,
  text: string,
  { exits = 'none', now, answered = [], ...scan }: PhoneScan,
): Promise<PhoneDecision> {
  const door = { eventId: phone.event.id, exits, now, answered };
  const code = readTicketCode(text);
  const event = code && (await eventOf(phone, phone.publicKey, code));
  if (code && !event && (await isReplaced(phone, code))) return { verdict: 'refuse', reason: 'code_replaced' };
  if (!code || !event) return { verdict: 'refuse', reason: 'code_tampered' };
  const key = await lookupKeyOf(code.text);
  const known = await phone.findTicket(key);
  const ticket = { ...(known ?? SOLD_SINCE), eventId: event.id, eventState: event.state };
  const decision = decideAdmission({ ...scan, ticket, door });
  const genuine = { code, key, event, isNew: known === undefined };
  // The offline manifest has no tickets of other events.
  const isFirst = decision.verdict === 'admit' && ticket.usedAt === null && event.id === phone.event.id;
  if (isFirst && ticket.isListed === false && !mayBeSoldSince(phone, now)) return { verdict: 'refuse', reason: 'not_listed', genuine };
  return { ...decision, genuine };
}

/** A ticket missing in the offline manifest can only have been created after the offline manifest was current. */
function mayBeSoldSince({ heardAt, newTicketsUntil }: Phone, now: Date): boolean {
  // An offline manifest of an earlier release does not have it.
  const isOver = newTicketsUntil !== undefined && heardAt >= new Date(newTicketsUntil);
  return !isOver && now.getTime() - heardAt.getTime() >= FRESH_MS;
}

async function isReplaced(phone: Phone, code: TicketCode): Promise<boolean> {
  for (const key of phone.formerKeys) if (await eventOf(phone, key, code)) return true;
  return false;
}

type Key = Phone['publicKey'];

async function eventOf(
  { event, neighbours, verify }: Phone,
  publicKey: Key,
  code: TicketCode,
): Promise<OfflineManifestHead['event'] | undefined> {
  const events = [event, ...neighbours];
  const ids = events.map(({ id }) => id);
  const found = await findEventOfTicketCode(verify, publicKey, code, ids);
  return events.find(({ id }) => id === found);
}
