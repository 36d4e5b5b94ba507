import { expect, test } from 'vitest';
import { holdAnnouncement, secondsLeft, timerText } from './hold-clock.ts';

const heldUntil = '2026-11-20T18:15:00+04:00';
const at = (time: string): number => Date.parse(`2026-11-20T${time}+04:00`);

test.each([
  ['18:00:00', '15:00'],
  ['18:00:00.001', '15:00'],
  ['18:00:01', '14:59'],
  ['18:14:00', '1:00'],
  ['18:14:55', '0:05'],
  ['18:14:59.999', '0:01'],
  ['18:15:00', '0:00'],
  ['19:00:00', '0:00'],
])('at %s a place held until 18:15 has %s left', (now, left) => {
  expect(timerText(secondsLeft(heldUntil, at(now)))).toBe(left);
});

test('the time left is said at five minutes, at one and at the end, each once', () => {
  const said: unknown[] = [];
  for (let now = at('18:00:00'); now < at('18:20:00'); now += 1_000) said.push(holdAnnouncement(heldUntil, now, now + 1_000));
  expect(said.filter(Boolean)).toEqual([{ kind: 'left', minutes: 5 }, { kind: 'left', minutes: 1 }, { kind: 'over' }]);
});

test('a device that slept says only the last of what it missed', () => {
  expect(holdAnnouncement(heldUntil, at('18:05:00'), at('18:14:30'))).toEqual({ kind: 'left', minutes: 1 });
  expect(holdAnnouncement(heldUntil, at('18:05:00'), at('18:30:00'))).toEqual({ kind: 'over' });
  expect(holdAnnouncement(heldUntil, at('18:05:00'), at('18:06:00'))).toBeUndefined();
  expect(holdAnnouncement(heldUntil, at('18:16:00'), at('18:30:00'))).toBeUndefined();
});
