import { expect, test } from 'vitest';
import { rightFor } from '#shared/contract.ts';
import { errorStatus } from '#shared/errors.ts';
import { wholeContract } from '#shared/staff-api.ts';
import accountErrors from './en/account-errors.json' with { type: 'json' };
import errors from './en/errors.json' with { type: 'json' };
import transferErrors from './en/transfer-errors.json' with { type: 'json' };
import lists from './en/lists.json' with { type: 'json' };
import staffErrors from './en/staff-errors.json' with { type: 'json' };

const calls = Object.values(wholeContract).flatMap((feature) => Object.values(feature));

test('every error has its sentence in one of the four files', () => {
  const files = [errors, accountErrors, transferErrors, staffErrors];
  for (const code of Object.keys(errorStatus)) expect([code, files.filter((file) => code in file).length]).toEqual([code, 1]);
});

test('a sentence that visitors do not load is for errors of the console, the door, the set-up and own lists only', () => {
  const open = calls.filter(({ access, path }) => rightFor(access) === undefined && !/^\/(?:door|set-up|List)\//.test(path));
  const shown = new Set<string>(open.flatMap(({ shape }) => ('errors' in shape ? shape.errors : [])));
  expect(Object.keys(staffErrors).filter((code) => shown.has(code))).toEqual([]);
});

test('the page of an own list has its own sentences for the errors whose common ones speak to staff', () => {
  const shown = Object.values(wholeContract.ownList).flatMap(({ shape }): string[] => ('errors' in shape ? [...shape.errors] : []));
  const missing = shown.filter((code) => code in staffErrors && !(code in lists.refused));
  expect(missing).toEqual([]);
});

test('a sentence about accounts is for no call of screens that do not load it: events, cart, payments, tickets, enquiries and phones at the door', () => {
  const { events, cart, payments, tickets, wallet, enquiries, gallery, countries, pageViews, scannerDevice } = wholeContract;
  const elsewhere = [events, cart, payments, tickets, wallet, enquiries, gallery, countries, pageViews, scannerDevice].flatMap((feature) =>
    Object.values(feature),
  );
  const shown = new Set<string>(elsewhere.flatMap(({ shape }) => ('errors' in shape ? shape.errors : [])));
  expect(shown.size).toBeGreaterThan(10);
  expect(Object.keys(accountErrors).filter((code) => shown.has(code))).toEqual([]);
});

test('a sentence about handing tickets over, the waitlist and the door sale is for no call of other screens', () => {
  const { transfers, claims, waitlist, doorSale, ...others } = wholeContract;
  const ofOthers = Object.values(others).flatMap((feature) => Object.values(feature));
  const shown = new Set<string>(ofOthers.flatMap(({ shape }) => ('errors' in shape ? shape.errors : [])));
  expect(Object.keys(transferErrors).filter((code) => shown.has(code))).toEqual([]);
  const transferred = [...Object.values(transfers), ...Object.values(claims), ...Object.values(waitlist), ...Object.values(doorSale)];
  const own = new Set(transferred.flatMap(({ shape }): string[] => ('errors' in shape ? [...shape.errors] : [])));
  expect(Object.keys(transferErrors).filter((code) => !own.has(code))).toEqual([]);
});
