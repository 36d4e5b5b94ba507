import { expect, test } from 'vitest';
import { roomState } from './room.ts';

test.each([
  [359, 'open'],
  [360, 'nearly_full'],
  [399, 'nearly_full'],
  [400, 'full'],
  [401, 'full'],
])('with %i of 400 inside the room is %s', (inside, state) => {
  expect(roomState(inside, 400)).toBe(state);
});
