import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { fromBase64url } from '#shared/base64url.ts';
import { findEventOfTicketCode, findVerifier, formatQrText, parseQrText, readTicketCode, signedTicketText } from './ticket-code.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const publicKey = rawKey(privateKey);

function rawKey(key: Parameters<typeof createPublicKey>[0]): Uint8Array<ArrayBuffer> {
  const raw = fromBase64url(createPublicKey(key).export({ format: 'jwk' }).x ?? '');
  if (raw?.length !== 32) throw new Error('An Ed25519 key has 32 bytes.');
  return raw;
}

const ticket = { userId: 12, ticketId: 34, eventId: 5 };
const signature = sign(null, Buffer.from(signedTicketText(ticket)), privateKey);
const codeOf = (bytes: Buffer, { userId, ticketId } = ticket) => formatQrText({ userId, ticketId, signature: bytes.toString('base64url') });
const code = codeOf(signature);

/** The event of a text as found by a phone at the door of event 5, between 4 and 6. */
async function eventOf(text: string, key = publicKey): Promise<number | undefined> {
  const verify = await findVerifier();
  const read = readTicketCode(text);
  if (!verify) throw new Error('Node has Ed25519.');
  return read && findEventOfTicketCode(verify, key, read, [5, 4, 6]);
}

test('a code is verified for its event, with what cameras add to it', async () => {
  expect(await eventOf(code)).toBe(5);
  expect(await eventOf(` \r\n${code.replaceAll('\n', '\r\n')}\n`)).toBe(5);
  expect(readTicketCode(code)).toEqual({ text: code, userId: 12, ticketId: 34, signature: Uint8Array.from(signature) });
});

test('a code of a neighbour names it, and one of an event beyond is none', async () => {
  const ticketCodeFor = (eventId: number) => codeOf(sign(null, Buffer.from(signedTicketText({ ...ticket, eventId })), privateKey));
  expect(await eventOf(ticketCodeFor(6))).toBe(6);
  expect(await eventOf(ticketCodeFor(7))).toBeUndefined();
});

test('a code that is changed in any part is none of ours', async () => {
  expect(await eventOf(codeOf(signature, { ...ticket, userId: 13 }))).toBeUndefined();
  expect(await eventOf(codeOf(signature, { ...ticket, ticketId: 35 }))).toBeUndefined();
  for (let bit = 0; bit < signature.length * 8; bit += 1) {
    const changed = Buffer.from(signature);
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(await eventOf(codeOf(changed)), `bit ${bit}`).toBeUndefined();
  }
  expect(await eventOf(code, rawKey(generateKeyPairSync('ed25519').privateKey)), 'another key').toBeUndefined();
});

/** The order of Ed25519's group: adding it to the second half of a signature gives another that lax verifiers accept. */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

test('the same signature in another form is none', async () => {
  const half = BigInt(`0x${Buffer.from(signature.subarray(32).toReversed()).toString('hex')}`) + ORDER;
  const other = Buffer.from(half.toString(16).padStart(64, '0'), 'hex').toReversed();
  expect(await eventOf(codeOf(Buffer.concat([signature.subarray(0, 32), other])))).toBeUndefined();
});

test('the same code in another spelling is none, so that each ticket has one row', () => {
  const last = code.slice(-1);
  const sameBits = String.fromCodePoint((last.codePointAt(0) ?? 0) + 1);
  const others = [
    code.slice(0, -1) + sameBits,
    `${code}=`,
    code.replace('User ID: 12', 'User ID: 012'),
    code.replace('User ID: 12', 'user id: 12'),
    code.replace('User ID: 12', 'User ID:12'),
    code.replace('Ticket ID', 'x Ticket ID'),
    `${code}\nx`,
    `x\n${code}`,
    code.replace('V1.', 'V2.'),
    code.replace(/\nV1.*/, ''),
    'https://example.com/',
    '',
  ];
  expect(Buffer.from(signature.toString('base64url').slice(0, -1) + sameBits, 'base64url').equals(signature)).toBe(true);
  for (const other of others) expect(readTicketCode(other), other).toBeUndefined();
});

test('a public key is imported once, however many codes are verified', async () => {
  const imported: unknown[] = [];
  const { subtle } = globalThis.crypto;
  const importKey = (...given: [format: 'raw', key: Uint8Array<ArrayBuffer>, name: 'Ed25519', isExtractable: false, uses: KeyUsage[]]) => {
    imported.push(given[1]);
    return subtle.importKey(...given);
  };
  const own = { verify: subtle.verify.bind(subtle), importKey };
  const verify = await findVerifier({ ...globalThis.crypto, subtle: Object.assign(Object.create(subtle), own) });
  const text = signedTicketText(ticket);
  const other = generateKeyPairSync('ed25519').privateKey;
  for (let time = 0; time < 3; time += 1) {
    expect(await verify?.(rawKey(privateKey), Uint8Array.from(signature), text)).toBe(true);
    expect(await verify?.(rawKey(other), Uint8Array.from(signature), text)).toBe(false);
  }
  expect(imported.length, 'one to find out, and two keys').toBe(3);
});

test('a browser without Ed25519 says so', async () => {
  const importKey = () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));
  expect(await findVerifier({ ...globalThis.crypto, subtle: Object.assign(Object.create(crypto.subtle), { importKey }) })).toBeUndefined();
});

const letters = 'abc-DEF_9012'.repeat(8).slice(0, 86);
const largest = { userId: 12, ticketId: 9_007_199_254_740_991, signature: letters };

test('what is written is read again', () => {
  expect(formatQrText(largest)).toBe(`User ID: 12\nTicket ID: 9007199254740991\nV1.${letters}`);
  expect(parseQrText(formatQrText(largest))).toEqual(largest);
});

test.each([
  ['on one line', 'User ID: 12, Ticket ID: 34', 12, 34],
  ['the other way round, among other words', 'Rkali\r\nTicket ID: 34 (Entry)\r\nName: Nino\r\nUser ID: 12.', 12, 34],
  ['without blanks', 'User ID:12Ticket ID:34', 12, 34],
  ['in other letter case', 'USER ID: 12 ticket id: 34', 12, 34],
  ['when one is missing', 'Ticket ID: 34', undefined, 34],
  ['when both are missing', 'https://example.test/?user=12', undefined, undefined],
  ['when they are words', 'User ID: twelve\nTicket ID: x34', undefined, undefined],
  ['when they are 0 or negative', 'User ID: 0\nTicket ID: -34', undefined, undefined],
  ['when they are too large', 'User ID: 9007199254740992\nTicket ID: 12345678901234567', undefined, undefined],
  ['in an empty text', '', undefined, undefined],
])('ids are read %s [§3.scan-text]', (_, text, userId, ticketId) => {
  expect(parseQrText(text)).toEqual({ userId, ticketId, signature: undefined });
});

test.each([
  ['too short', `V1.${letters.slice(1)}`],
  ['too long', `V1.${letters}A`],
  ['of another version', `V2.${letters}`],
  ['with a foreign letter', `V1.${letters.slice(1)}+`],
  ['in the middle of a line', `x V1.${letters}`],
])('a signature %s is none', (_, line) => {
  expect(parseQrText(`User ID: 12\nTicket ID: 34\n${line}`).signature).toBeUndefined();
});

test('a hostile text costs no more than its first 2,000 characters', () => {
  for (const part of ['User ID: ', 'User ID:  \n', 'Ticket ID: 1', '\nV1.', '\nV1.aaaaaaaa', '9', ' ']) {
    expect(parseQrText(part.repeat(100_000)).signature).toBeUndefined();
  }
  expect(parseQrText(' '.repeat(2_000) + 'User ID: 12').userId).toBeUndefined();
});
