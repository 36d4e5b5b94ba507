import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readQrPicture } from '#tests/setup/qr-reader.ts';
import { qrCode, qrDataUrl } from './qr-picture.ts';

const textOf = (number: number) => `User ID: ${number}\nTicket ID: 4898212345${number}\nV1.${'AbCd-_0123456789'.repeat(5)}`;

test('a code is made once for all who ask for it soon after each other, and forgotten after five hundred others', () => {
  const first = qrCode(textOf(0));
  expect(qrCode(textOf(0))).toBe(first);
  for (let number = 1; number < 500; number += 1) qrCode(textOf(number));
  expect(qrCode(textOf(0))).toBe(first);
  for (let number = 501; number <= 1_000; number += 1) qrCode(textOf(number));
  expect(qrCode(textOf(0))).not.toBe(first);
});

test('the picture on the profile page reads as the text, line breaks and digits included', async () => {
  const [, svg = ''] = qrDataUrl(textOf(7)).split('base64,');
  expect(await readQrPicture(await sharp(Buffer.from(svg, 'base64')).png().toBuffer())).toBe(textOf(7));
});
