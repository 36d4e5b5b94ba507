import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { formatQrText, parseQrText, QR_VERSION } from '#shared/door/qr-text.ts';
import type { Keys } from '#server/context.ts';

export type CodedTicket = { id: number; userId: number; eventId: number };
type KeyPair = { privateKey: KeyObject; publicKey: KeyObject };

// RFC 8410: what stands before the 32 bytes of an Ed25519 private key in PKCS #8.
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

const pairs = new WeakMap<Uint8Array, KeyPair>();

/** The text of a ticket's QR code, signed (Ed25519) over its ids, its event and the version. The same ticket always gets the same text. */
export function signTicketCode(keys: Keys, ticket: CodedTicket): string {
  const signature = sign(null, signedBytes(ticket), keyPair(keys).privateKey).toString('base64url');
  return formatQrText({ userId: ticket.userId, ticketId: ticket.id, signature });
}

/** True when a scanned text is, to the letter, the code that this ticket was given; blanks around it and CR LF aside. */
export function verifyTicketCode(keys: Keys, text: string, ticket: CodedTicket): boolean {
  const plain = text.replaceAll('\r\n', '\n').trim();
  const { signature } = parseQrText(plain);
  // Comparing the whole text refuses changes that a signature over the ids cannot see.
  if (signature === undefined || plain !== formatQrText({ userId: ticket.userId, ticketId: ticket.id, signature })) return false;
  const bytes = Buffer.from(signature, 'base64url');
  return bytes.toString('base64url') === signature && verify(null, signedBytes(ticket), keyPair(keys).publicKey, bytes);
}

const signedBytes = ({ id, userId, eventId }: CodedTicket): Buffer =>
  Buffer.from(`rkali ticket ${QR_VERSION}: user ${userId}, ticket ${id}, event ${eventId}`);

function keyPair(keys: Keys): KeyPair {
  const present = pairs.get(keys.ticketCode);
  if (present) return present;
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, keys.ticketCode]), format: 'der', type: 'pkcs8' });
  const pair = { privateKey, publicKey: createPublicKey(privateKey) };
  pairs.set(keys.ticketCode, pair);
  return pair;
}
