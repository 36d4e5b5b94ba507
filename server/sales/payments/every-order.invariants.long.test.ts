import { test } from 'vitest';
import { beginnings, everyFourthOrder, expectRightEnds } from '#tests/models/every-order.ts';

test.each(beginnings)(
  'callback, return, sweep, expiry and $last end right in every order that begins with $first (I3, I5, I12) [§4.payment-results]',
  (beginning) => expectRightEnds(beginning, everyFourthOrder(beginning)),
);
