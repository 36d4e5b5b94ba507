import fc from 'fast-check';
import { FATES } from './door-line.ts';
import { PLACES } from './guest-lists.ts';

const PHONES = 3;
const TICKETS = 4;
const SKEW_MAX_MS = 600_000;
const STEPS = 16;

const place = fc.nat({ max: PHONES - 1 });
const ticket = fc.integer({ min: 1, max: TICKETS });
const fates = fc.array(fc.constantFrom('answered' as const, ...FATES), { maxLength: 3 });
const afterMs = fc.constantFrom(1_000, 1_000, 1_000, 2_000, 5_000);
const mode = fc.constantFrom('in' as const, 'in' as const, 'in' as const, 'out' as const, 'reject' as const);
const entry = fc.constantFrom(...PLACES.keys());
const people = fc.constantFrom(1, 1, 1, 2, 2, 3);
const does = <const Name extends string>(name: Name) => fc.constant(name);

/**
 * Steps at the doors, some time apart. `kill`: the page is killed while it asks about a code; `killListed`: about an entry; the question
 * may arrive or not. `list`: people come by a guest list entry. `cut`: the network drops or returns. `hear`: list changes arrive. `arrive`:
 * a late upload does.
 */
const steps = [
  { weight: 8, arbitrary: fc.record({ does: does('scan'), afterMs, place, ticket, mode, fates }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: does('type'),
      afterMs,
      place,
      ticket,
      mode: fc.constantFrom('in' as const, 'out' as const, 'reject' as const),
      fates,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: does('kill'), afterMs, place, ticket, isHeard: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: does('forged'), afterMs, place, fates }) },
  { weight: 2, arbitrary: fc.record({ does: does('undo'), afterMs, place, fates }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: does('count'), afterMs, place, kind: fc.constantFrom('plus' as const, 'minus' as const), fates }),
  },
  { weight: 3, arbitrary: fc.record({ does: does('cut'), afterMs, place, is: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ does: does('hear'), afterMs, place }) },
  { weight: 1, arbitrary: fc.record({ does: does('arrive'), afterMs, place }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: does('change'), afterMs, ticket, becomes: fc.constantFrom('refunded' as const, 'banned' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ does: does('revoke'), afterMs, place }) },
  { weight: 1, arbitrary: fc.record({ does: does('wait'), afterMs: fc.constant(40_000) }) },
] as const;
const list = fc.record({ does: does('list'), afterMs, place, entry, people, fates });
const killListed = fc.record({ does: does('killListed'), afterMs, place, entry, people, isHeard: fc.boolean() });
const stepWith = (weight: number) =>
  fc.oneof({ weight, arbitrary: list }, { weight: Math.ceil(weight / 2), arbitrary: killListed }, ...steps);
export type Step = ReturnType<typeof stepWith> extends fc.Arbitrary<infer S> ? S : never;

/** The clock offset of each phone, and the steps: fewer would rarely meet. */
const historyOf = (step: fc.Arbitrary<Step>) =>
  fc.record({
    skewsMs: fc.array(fc.integer({ min: -SKEW_MAX_MS, max: SKEW_MAX_MS }), { minLength: PHONES, maxLength: PHONES }),
    steps: fc.array(step, { minLength: STEPS / 2, maxLength: STEPS }),
  });
export const history = historyOf(stepWith(4));
/** Most people come by the guest list. */
export const listHistory = historyOf(stepWith(40));
export type History = typeof history extends fc.Arbitrary<infer H> ? H : never;
