import { expect, test } from 'vitest';
import { qrCode } from './qr-picture.ts';

const textOf = (number: number) => `User ID: ${number}\nTicket ID: 4898212345${number}\nV1.${'AbCd-_0123456789'.repeat(5)}`;

test('a code is made once for all who ask for it soon after each other, and forgotten after five hundred others', () => {
  const first = qrCode(textOf(0));
  expect(qrCode(textOf(0))).toBe(first);
  for (let number = 1; number < 500; number += 1) qrCode(textOf(number));
  expect(qrCode(textOf(0))).toBe(first);
  for (let number = 501; number <= 1_000; number += 1) qrCode(textOf(number));
  expect(qrCode(textOf(0))).not.toBe(first);
});
