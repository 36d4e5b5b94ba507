import { expect, test } from 'vitest';
import type { DoorEvent } from '#shared/door/door.contract.ts';
import { standingAt } from './use-door-event.ts';

const now = new Date('2026-11-21T23:30:00+04:00');
const eventOf = (id: number, state: 'running' | 'over' | 'coming'): DoorEvent => ({
  id,
  name: 'ღამე',
  nameLat: 'Night',
  startDate: '2026-11-21T23:00:00+04:00',
  endDate: '2026-11-22T07:00:00+04:00',
  isRunning: state === 'running',
  isOver: state === 'over',
  inside: state === 'running' ? 12 : null,
});
const idAt = (events: DoorEvent[], chosen?: number, businessNight = '2026-11-21') =>
  standingAt(events, chosen === undefined ? undefined : { eventId: chosen, businessNight }, now)?.id;

test('without a choice a door is that of the likeliest event', () => {
  expect(idAt([])).toBeUndefined();
  expect(idAt([eventOf(1, 'running'), eventOf(2, 'coming')])).toBe(1);
});

test('a choice holds for its night, whichever event is likelier', () => {
  const events = [eventOf(1, 'running'), eventOf(2, 'running'), eventOf(3, 'coming')];
  expect(idAt(events, 2)).toBe(2);
  expect(idAt(events, 3)).toBe(3);
  expect(idAt(events, 2, '2026-11-20')).toBe(1);
  expect(idAt(events, 9)).toBe(1);
});

test('an event that is over is left for one that runs, and stays while none does', () => {
  expect(idAt([eventOf(1, 'running'), eventOf(2, 'over')], 2)).toBe(1);
  expect(idAt([eventOf(3, 'coming'), eventOf(2, 'over')], 2)).toBe(2);
});

test('a choice outlasts noon while its event runs', () => {
  const first = eventOf(1, 'running');
  const long = { ...eventOf(2, 'running'), endDate: '2026-11-22T14:00:00+04:00' };
  const choice = { eventId: 2, businessNight: '2026-11-21' };
  const standing = (events: DoorEvent[], time: string) => standingAt(events, choice, new Date(`2026-11-22T${time}+04:00`))?.id;
  expect(standing([first, long], '11:59:59')).toBe(2);
  expect(standing([first, long], '12:00:00')).toBe(2);
  expect(standing([first, { ...long, isRunning: false, isOver: true }], '14:00:00')).toBe(1);
  const tomorrow = { ...long, startDate: '2026-11-22T12:00:00+04:00' };
  expect(standing([first, tomorrow], '12:00:00')).toBe(1);
});
