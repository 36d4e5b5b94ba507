import fc from 'fast-check';
import { FATES } from './door-line.ts';

export const PHONES = 3;
const TICKETS = 4;
const SKEW_MAX_MS = 600_000;
const STEPS = 16;

const place = fc.nat({ max: PHONES - 1 });
const ticket = fc.integer({ min: 1, max: TICKETS });
const fates = fc.array(fc.constantFrom('answered' as const, ...FATES), { maxLength: 3 });
const afterMs = fc.constantFrom(1_000, 1_000, 1_000, 2_000, 5_000);
const mode = fc.constantFrom('in' as const, 'in' as const, 'in' as const, 'out' as const, 'reject' as const);
const does = <const Name extends string>(name: Name) => fc.constant(name);

/**
 * What happens at the doors, some time after the step before. `kill`: the page is killed while it asks about a code, which arrives or does
 * not. `cut`: the phone has no network, or has it again. `hear`: changes of the list arrive. `arrive`: a late upload does.
 */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: does('scan'), afterMs, place, ticket, mode, fates }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: does('type'), afterMs, place, ticket, mode: fc.constantFrom('in' as const, 'out' as const), fates }),
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
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** How far the clock of each phone is off, and what happens. */
export const history = fc.record({
  skewsMs: fc.array(fc.integer({ min: -SKEW_MAX_MS, max: SKEW_MAX_MS }), { minLength: PHONES, maxLength: PHONES }),
  steps: fc.array(step, { maxLength: STEPS }),
});
export type History = typeof history extends fc.Arbitrary<infer H> ? H : never;
