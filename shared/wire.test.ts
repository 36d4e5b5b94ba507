import { expect, test } from 'vitest';
import { jsonId, jsonLongId, wireId, wireLongId } from './wire.ts';

const LAST = 2_147_483_647;

test('an id that is larger than its column names nothing; one of a ticket is what it is', () => {
  for (const id of [1, '1', LAST, String(LAST)]) expect([wireId.parse(id), wireLongId.parse(id)]).toEqual([Number(id), Number(id)]);
  for (const id of [LAST + 1, String(LAST + 1), Number.MAX_SAFE_INTEGER, String(Number.MAX_SAFE_INTEGER)])
    expect([wireId.parse(id), wireLongId.parse(id)]).toEqual([0, Number(id)]);
});

test('what is no positive safe integer is no id', () => {
  for (const id of [0, -1, 1.5, 2 ** 53, '0', '-1', '1.5', '1e3', '9007199254740993', '99999999999999999999', '', null])
    for (const schema of [wireId, wireLongId, jsonId, jsonLongId]) expect([id, schema.safeParse(id).success]).toEqual([id, false]);
});

test('in JSON an id fits its column', () => {
  expect([jsonId, jsonLongId].map((schema) => schema.safeParse(LAST).success)).toEqual([true, true]);
  expect([jsonId, jsonLongId].map((schema) => schema.safeParse(LAST + 1).success)).toEqual([false, true]);
});
