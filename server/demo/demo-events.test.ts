import { expect, test } from 'vitest';
import { timeText, venueTime } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { eventTiming } from '#shared/events/timing.ts';
import { planSchedule } from './demo-events.ts';

const hoursOfTwoWeeks = Array.from({ length: 14 * 24 }, (_, hour) => new Date(Date.parse('2026-11-16T00:17:00+04:00') + hour * HOUR_MS));

test('at any hour of the week the demo has one night running, four to come and eight gone by', () => {
  for (const now of hoursOfTwoWeeks) {
    const { past, running, coming } = planSchedule(now);
    expect([past.length, coming.length]).toEqual([8, 4]);
    expect(now.getTime() - running.startsAt.getTime()).toBeGreaterThanOrEqual(3 * HOUR_MS);
    expect(running.endsAt.getTime() - now.getTime()).toBeGreaterThanOrEqual(4 * HOUR_MS);
    expect(eventTiming({ startDate: running.startsAt.toISOString(), endDate: running.endsAt.toISOString() }, now)).toBe('in_session');
  }
});

test('the events follow each other without touching', () => {
  for (const now of hoursOfTwoWeeks) {
    const { past, running, coming } = planSchedule(now);
    const events = [...past, running, ...coming];
    for (const [place, event] of events.entries()) {
      expect(event.startsAt.getTime()).toBeGreaterThanOrEqual(events[place - 1]?.endsAt.getTime() ?? 0);
    }
  }
});

test('all but the running one are Fridays and Saturdays from 23:00 to 07:00, the next two one of each', () => {
  for (const now of hoursOfTwoWeeks) {
    const { past, coming } = planSchedule(now);
    for (const { startsAt, endsAt } of [...past, ...coming]) {
      expect(['friday', 'saturday']).toContain(venueTime(startsAt).weekday);
      expect([timeText(startsAt), timeText(endsAt)]).toEqual(['23:00', '07:00']);
    }
    const days = coming.slice(0, 2).map(({ startsAt }) => venueTime(startsAt).weekday);
    expect(days.toSorted()).toEqual(['friday', 'saturday']);
  }
});
