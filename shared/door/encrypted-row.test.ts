import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fromBase64url, toBase64url } from '#shared/base64url.ts';
import { type GuestRow, decryptRow, lookupKeyOf, encryptRow } from './encrypted-row.ts';

const code = `User ID: 12\nTicket ID: 34\nV1.${'abc-DEF_9012'.repeat(8).slice(0, 86)}`;
const guest: GuestRow = {
  firstName: 'Nino',
  lastName: 'Beridze',
  birthdate: '1998-04-12',
  status: 'Verified',
  ticketTypeName: 'შესვლა',
  ticketTypeNameLat: 'Entry',
  holderName: 'Giorgi',
};

const lengthOf = (sealed: string) => fromBase64url(sealed)?.length;

test('a row is opened by the code it was sealed under, and by nothing else', async () => {
  const sealed = await encryptRow(code, 5, guest);
  expect(await decryptRow(code, 5, sealed)).toEqual(guest);
  expect(await decryptRow(code, 6, sealed), 'another event').toBeUndefined();
  for (const other of [code.replace('12', '13'), code.replace('34', '35'), code.slice(0, -1), `${code}A`, ''])
    expect(await decryptRow(other, 5, sealed), other).toBeUndefined();
});

test('a row that is changed in a single bit does not open', async () => {
  const bytes = fromBase64url(await encryptRow(code, 5, guest)) ?? new Uint8Array();
  expect(bytes).toHaveLength(12 + 256 + 16);
  for (const [place, byte] of bytes.entries()) {
    const changed = bytes.slice();
    changed[place] = byte ^ (1 << (place & 7));
    expect(await decryptRow(code, 5, toBase64url(changed)), `byte ${place}`).toBeUndefined();
  }
  for (const length of [0, 11, 12, 28, bytes.length - 1])
    expect(await decryptRow(code, 5, toBase64url(bytes.slice(0, length))), `${length} bytes`).toBeUndefined();
  expect(await decryptRow(code, 5, 'no base64!')).toBeUndefined();
});

test('the same row sealed twice looks different, also in its IV', async () => {
  const [one, other] = [await encryptRow(code, 5, guest), await encryptRow(code, 5, guest)];
  expect(one.slice(0, 16)).not.toBe(other.slice(0, 16));
  expect(one.slice(16, 60)).not.toBe(other.slice(16, 60));
});

test('the length of a row does not tell the length of a name', async () => {
  const long = { ...guest, firstName: 'გიორგი-ალექსანდრე', lastName: 'Chkheidze-Abashidze' };
  expect(lengthOf(await encryptRow(code, 5, long))).toBe(lengthOf(await encryptRow(code, 5, { ...guest, firstName: '', lastName: '' })));
  const longest = { ...guest, lastName: 'ი'.repeat(200) };
  expect(await decryptRow(code, 5, await encryptRow(code, 5, longest))).toEqual(longest);
});

test('the key of a row is the beginning of a hash of the code', async () => {
  const hash = createHash('sha256').update('row').update(code).digest();
  expect(await lookupKeyOf(code)).toBe(hash.subarray(0, 8).toString('base64url'));
});
