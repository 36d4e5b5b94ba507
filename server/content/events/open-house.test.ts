import { expect, test } from 'vitest';
import { createEvent } from '#tests/factories/events.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { findOpenHouse } from './open-house.service.ts';

const hoursOf = (day: number) => ({
  startsAt: new Date(`2026-11-${day}T23:00:00+04:00`),
  endsAt: new Date(`2026-11-${day + 1}T07:00:00+04:00`),
});

test('the event of the house is the one that runs, comes within a day or ended this morning, with the one that follows', async () => {
  const { ctx, clock } = await startTestApp();
  const friday = await createEvent(ctx, { nameLat: 'Friday', ...hoursOf(20) });
  const saturday = await createEvent(ctx, { nameLat: 'Saturday', ...hoursOf(21) });
  await createEvent(ctx, { nameLat: 'Draft', state: 'draft', ...hoursOf(20) });
  await createEvent(ctx, { nameLat: 'Cancelled', state: 'cancelled', ...hoursOf(20) });
  const at = async (text: string) => {
    clock.set(`2026-11-${text}:00+04:00`);
    const found = await findOpenHouse(ctx);
    return found && [found.nameLat, found.next?.nameLat];
  };
  expect(await at('19T22:59')).toBeUndefined();
  expect(await at('19T23:00')).toEqual(['Friday', 'Saturday']);
  expect(await at('21T03:00')).toEqual(['Friday', 'Saturday']);
  expect(await at('21T11:59')).toEqual(['Friday', 'Saturday']);
  expect(await at('21T12:00')).toEqual(['Saturday', undefined]);
  expect(await at('22T12:00')).toBeUndefined();

  clock.set('2026-11-20T21:00:00+04:00');
  expect(await findOpenHouse(ctx)).toEqual({
    id: friday.id,
    name: expect.any(String),
    nameLat: 'Friday',
    startDate: '2026-11-20T23:00:00+04:00',
    endDate: '2026-11-21T07:00:00+04:00',
    lineUps: [],
    next: { id: saturday.id, name: expect.any(String), nameLat: 'Saturday', startDate: '2026-11-21T23:00:00+04:00' },
  });
});

test('an event that runs comes before the morning after the one before', async () => {
  const { ctx, clock } = await startTestApp();
  await createEvent(ctx, { nameLat: 'Friday', ...hoursOf(20) });
  const after = { startsAt: new Date('2026-11-21T08:00:00+04:00'), endsAt: new Date('2026-11-21T16:00:00+04:00') };
  await createEvent(ctx, { nameLat: 'After', ...after });
  clock.set('2026-11-21T07:30:00+04:00');
  expect((await findOpenHouse(ctx))?.nameLat).toBe('Friday');
  clock.set('2026-11-21T09:00:00+04:00');
  expect((await findOpenHouse(ctx))?.nameLat).toBe('After');
});
