import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { wholeContract } from '#shared/staff-api.ts';
import { fieldLines, refusedNow } from './fields.ts';

/** The calls of version 1.0, whose clients every 1.x accepts. */
const first = readFileSync(join(import.meta.dirname, 'fields-1.0.txt'), 'utf8')
  .trim()
  .split('\n');

test('every call takes what clients of version 1.0 send', () => {
  expect(refusedNow(first, fieldLines(wholeContract))).toEqual([]);
});

const linesOf = (body: z.ZodType) =>
  fieldLines({ things: { add: endpoint('POST', '/things', 'user', { summary: 'Add', body, output: z.null() }) } });
const act = { name: z.string(), sound: z.string().optional() };
const thing = { title: z.string(), note: z.string().optional(), acts: z.array(z.object(act)) };
const before = linesOf(z.object(thing));

test('the fields of a call are listed with those inside of them', () => {
  expect(before).toEqual(['POST /things  acts  acts[].name  acts[].sound?  note?  title']);
  const either = z.union([z.object({ code: z.string() }), z.object({ password: z.string(), note: z.string().nullish() })]);
  expect(linesOf(either)).toEqual(['POST /things  1:code  2:note?  2:password']);
  expect(linesOf(z.object({ place: z.object({ floor: z.int() }).nullable() }))).toEqual(['POST /things  place  place.floor']);
});

test.each([
  ['a new field', { ...thing, dressCode: z.string() }, 'POST /things needs dressCode'],
  ['a field that could be left out', { ...thing, note: z.string() }, 'POST /things needs note'],
  ['a new field of a list', { ...thing, acts: z.array(z.object({ ...act, from: z.string() })) }, 'POST /things needs acts[].from'],
  ['a field of a list', { ...thing, acts: z.array(z.object({ ...act, sound: z.string() })) }, 'POST /things needs acts[].sound'],
  ['a field that was taken out', { title: thing.title, acts: thing.acts }, 'POST /things has no note'],
  ['a field of another name', { title: thing.title, remark: thing.note, acts: thing.acts }, 'POST /things has no note'],
])('%s is found when it is demanded or missing', (_what, now, finding) => {
  expect(refusedNow(before, linesOf(z.object(now)))).toEqual([finding]);
});

test('an alternative that demands more is found, and a new one disturbs nobody', () => {
  const [code, password] = [z.object({ code: z.string() }), z.object({ password: z.string() })];
  const either = linesOf(z.union([code, password]));
  const more = linesOf(z.union([code, password.extend({ device: z.string() })]));
  expect(refusedNow(either, more)).toEqual(['POST /things needs 2:device']);
  expect(refusedNow(either, linesOf(z.union([code, password, z.object({ passkey: z.string() })])))).toEqual([]);
});

test('a call that is gone is found', () => {
  expect(refusedNow([...before, 'GET /things'], before)).toEqual(['GET /things is gone']);
});

test('new fields that may be left out, with what they need inside, and new calls disturb nobody', () => {
  const more = { ...thing, title: thing.title.optional(), place: z.object({ floor: z.int(), door: z.string() }).optional() };
  expect(refusedNow(before, [...linesOf(z.object(more)), 'POST /others  name'])).toEqual([]);
});
