import { expect, test } from 'vitest';
import { formatQrText, parseQrText } from './qr-text.ts';

const signature = 'abc-DEF_9012'.repeat(8).slice(0, 86);
const code = { userId: 12, ticketId: 9_007_199_254_740_991, signature };

test('what is written is read again', () => {
  expect(formatQrText(code)).toBe(`User ID: 12\nTicket ID: 9007199254740991\nV1.${signature}`);
  expect(parseQrText(formatQrText(code))).toEqual(code);
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
  ['too short', `V1.${signature.slice(1)}`],
  ['too long', `V1.${signature}A`],
  ['of another version', `V2.${signature}`],
  ['with a foreign letter', `V1.${signature.slice(1)}+`],
  ['in the middle of a line', `x V1.${signature}`],
])('a signature %s is none', (_, line) => {
  expect(parseQrText(`User ID: 12\nTicket ID: 34\n${line}`).signature).toBeUndefined();
});

test('a hostile text costs no more than its first 2,000 characters', () => {
  for (const part of ['User ID: ', 'User ID:  \n', 'Ticket ID: 1', '\nV1.', '\nV1.aaaaaaaa', '9', ' ']) {
    expect(parseQrText(part.repeat(100_000)).signature).toBeUndefined();
  }
  expect(parseQrText(' '.repeat(2_000) + 'User ID: 12').userId).toBeUndefined();
});
