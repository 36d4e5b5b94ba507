import { fromBase64url, toBase64url } from '#shared/base64url.ts';

/** The contents of a ticket's QR code: two ids, and a signature if it is one of ours. */
type QrText = { userId: number | undefined; ticketId: number | undefined; signature: string | undefined };

const QR_VERSION = 'V1';
const LONGEST_TEXT = 2_000;

const USER_ID = /User ID: {0,3}(\d{1,16})(?!\d)/i;
const TICKET_ID = /Ticket ID: {0,3}(\d{1,16})(?!\d)/i;
const SIGNATURE = /(?:^|\n)V1\.([\w-]{86})(?![\w-])/;

/** Returns the text of a QR code, with both ids first. `signature` is base64url of 64 bytes. */
export const formatQrText = (code: { userId: number; ticketId: number; signature: string }): string =>
  `User ID: ${code.userId}\nTicket ID: ${code.ticketId}\n${QR_VERSION}.${code.signature}`;

/** Spec §3: finds "User ID: n" and "Ticket ID: n" anywhere in a text, whatever its source. */
export function parseQrText(text: string): QrText {
  const start = text.slice(0, LONGEST_TEXT);
  return { userId: idIn(start, USER_ID), ticketId: idIn(start, TICKET_ID), signature: SIGNATURE.exec(start)?.[1] };
}

function idIn(text: string, pattern: RegExp): number | undefined {
  const id = Number(pattern.exec(text)?.[1]);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** A code that was read: its ids, its signature (64 bytes) and its text in the exact spelling that we print. */
export type TicketCode = { text: string; userId: number; ticketId: number; signature: Uint8Array<ArrayBuffer> };

/** The text that Ed25519 signs for a ticket. */
export const signedTicketText = ({ userId, ticketId, eventId }: { userId: number; ticketId: number; eventId: number }): string =>
  `rkali ticket ${QR_VERSION}: user ${userId}, ticket ${ticketId}, event ${eventId}`;

/** Removes what cameras and keyboards add to a code: surrounding spaces and CR. */
export const normalizeCode = (text: string): string => text.replaceAll('\r\n', '\n').trim();

/**
 * Reads a code; undefined if the text is not exactly one. Any other spelling would have another lookup key, and a used ticket would pass
 * for one that was sold after the offline manifest.
 */
export function readTicketCode(text: string): TicketCode | undefined {
  const code = normalizeCode(text);
  const { userId, ticketId, signature } = parseQrText(code);
  if (userId === undefined || ticketId === undefined || signature === undefined) return undefined;
  const bytes = fromBase64url(signature);
  return bytes && formatQrText({ userId, ticketId, signature }) === code ? { text: code, userId, ticketId, signature: bytes } : undefined;
}

/** Verifies an Ed25519 signature (64 bytes) of a text with a raw public key (32 bytes), by the strict rules of RFC 8032. */
export type VerifySignature = (publicKey: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>, text: string) => Promise<boolean>;

/**
 * Returns the browser's own Ed25519, each key imported once; undefined where there is none (Chromium before 137, Firefox before 129, Safari
 * before 17), where a library must verify. Support is tested by importing RFC 8032's first test key.
 */
export async function findVerifier({ subtle } = globalThis.crypto): Promise<VerifySignature | undefined> {
  const known = fromBase64url('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo');
  const importKey = (raw: Uint8Array<ArrayBuffer>) => subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
  try {
    if (!known) return undefined;
    await importKey(known);
  } catch {
    return undefined;
  }
  const imported = new Map<string, Promise<CryptoKey>>();
  const keyOf = (raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> => {
    const name = toBase64url(raw);
    const key = imported.get(name) ?? importKey(raw);
    imported.set(name, key);
    return key;
  };
  return async (publicKey, signature, text) => subtle.verify('Ed25519', await keyOf(publicKey), signature, new TextEncoder().encode(text));
}

/** Returns the first event for which the code was signed: tonight's, then its neighbours; undefined if it is not one of ours. */
export async function findEventOfTicketCode(
  verify: VerifySignature,
  publicKey: Uint8Array<ArrayBuffer>,
  { userId, ticketId, signature }: TicketCode,
  eventIds: readonly number[],
): Promise<number | undefined> {
  for (const eventId of eventIds) if (await verify(publicKey, signature, signedTicketText({ userId, ticketId, eventId }))) return eventId;
  return undefined;
}
