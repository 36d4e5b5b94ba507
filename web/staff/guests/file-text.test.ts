import { expect, test } from 'vitest';
import { GUEST_FILE_MAX } from '#shared/staff/known-guests.schemas.ts';
import { fileText } from './file-text.ts';

const TEXT = 'email;სახელი\nnino@example.com;ნინო\n';
const utf16 = (text: string) => new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (letter) => letter.charCodeAt(0)).buffer);

test('a file in UTF-8 or UTF-16 is read with its Georgian letters', async () => {
  for (const part of [TEXT, `\uFEFF${TEXT}`, utf16(TEXT)]) expect(await fileText(new Blob([part]))).toEqual({ text: TEXT });
});

test('a file of another encoding, a picture and a file that is too large are refused', async () => {
  const windows = Uint8Array.from([...'email\nnino@example.com;'].map((letter) => letter.charCodeAt(0)).concat([0xcd, 0xe8, 0xed]));
  expect(await fileText(new Blob([windows]))).toEqual({ refused: 'not_text' });
  expect(await fileText(new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0])]))).toEqual({ refused: 'not_text' });
  expect(await fileText(new Blob(['a\0b']))).toEqual({ refused: 'not_text' });
  expect(await fileText(new Blob(['x'.repeat(3 * GUEST_FILE_MAX + 1)]))).toEqual({ refused: 'too_large' });
});
