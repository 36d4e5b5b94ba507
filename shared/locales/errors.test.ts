import { expect, test } from 'vitest';
import { rightFor } from '#shared/contract.ts';
import { errorStatus } from '#shared/errors.ts';
import { wholeContract } from '#shared/staff-api.ts';
import errors from './en/errors.json' with { type: 'json' };
import staffErrors from './en/staff-errors.json' with { type: 'json' };

const calls = Object.values(wholeContract).flatMap((feature) => Object.values(feature));

test('every error has its sentence in one of the two files', () => {
  for (const code of Object.keys(errorStatus)) expect([code, Number(code in errors) + Number(code in staffErrors)]).toEqual([code, 1]);
});

test('a sentence that visitors do not load is for errors of the console, the door and the set-up only', () => {
  const open = calls.filter(({ access, path }) => rightFor(access) === undefined && !/^\/(?:door|set-up)\//.test(path));
  const shown = new Set<string>(open.flatMap(({ shape }) => ('errors' in shape ? shape.errors : [])));
  expect(Object.keys(staffErrors).filter((code) => shown.has(code))).toEqual([]);
});
