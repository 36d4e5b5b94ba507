import { expect, test } from 'vitest';
import sharp from 'sharp';
import { deriveKeys } from '#server/platform/config/secrets.ts';
import { readQrPicture } from '#tests/setup/qr-reader.ts';
import { qrDataUrl } from '#server/platform/qr-picture.ts';
import { signTicketCode, verifyTicketCode } from './ticket-code.ts';

const keys = deriveKeys('a secret of this test, long enough to be one');
const otherKeys = deriveKeys('another secret of this test, as long as that');
const ticket = { id: 123_456_789_012, userId: 7, eventId: 3 };
const code = signTicketCode(keys, ticket);

test('a code has both ids before its signature and is the same every time', () => {
  expect(code).toMatch(/^User ID: 7\nTicket ID: 123456789012\nV1\.[\w-]{86}$/);
  expect(signTicketCode(deriveKeys('a secret of this test, long enough to be one'), ticket)).toBe(code);
});

test('a code holds for its ticket, also after a scanner touched its line ends', () => {
  expect(verifyTicketCode(keys, code, ticket)).toBe(true);
  expect(verifyTicketCode(keys, ` ${code.replaceAll('\n', '\r\n')}\r\n`, ticket)).toBe(true);
});

test.each([
  ['another ticket', { ...ticket, id: ticket.id + 1 }],
  ['another person', { ...ticket, userId: 8 }],
  ['another event', { ...ticket, eventId: 4 }],
])('a code does not hold for %s', (_, other) => {
  expect(verifyTicketCode(keys, code, other)).toBe(false);
  const relabelled = signTicketCode(keys, other).replace(/V1.*/, code.slice(code.indexOf('V1')));
  expect(verifyTicketCode(keys, relabelled, other)).toBe(false);
});

test('a code of another secret does not hold', () => {
  expect(verifyTicketCode(otherKeys, code, ticket)).toBe(false);
});

test('a code with any one character changed, left out or doubled does not hold', () => {
  for (let place = 0; place < code.length; place++) {
    const [before, character, after] = [code.slice(0, place), code.charAt(place), code.slice(place + 1)];
    for (const other of ['', character + character, ...'AZaz09-_ \n']) {
      const changed = before + other + after;
      if (changed.trim() !== code) expect(verifyTicketCode(keys, changed, ticket), changed).toBe(false);
    }
  }
});

test('a text without a signature does not hold', () => {
  for (const text of ['', 'User ID: 7\nTicket ID: 123456789012', 'User ID: 7\nTicket ID: 123456789012\nV1.']) {
    expect(verifyTicketCode(keys, text, ticket)).toBe(false);
  }
});

test('the picture on the profile page reads as the text, line breaks and digits included', async () => {
  const [, svg = ''] = qrDataUrl(code).split('base64,');
  expect(await readQrPicture(await sharp(Buffer.from(svg, 'base64')).png().toBuffer())).toBe(code);
});
