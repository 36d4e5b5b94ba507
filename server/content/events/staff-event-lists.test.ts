import { expect, test } from 'vitest';
import { addDays, toWireTime } from '#shared/dates.ts';
import { createEvent } from '#tests/factories/events.ts';
import { openOffice } from '#tests/factories/event-fields.ts';

test('lists go on where the page before ended, also among events that begin at the same time', async () => {
  const { ctx, staff } = await openOffice();
  const now = ctx.clock.now();
  const soon = addDays(now, 1);
  const ids: number[] = [];
  for (const startsAt of [soon, addDays(now, 3), soon, soon, addDays(now, 2)]) ids.push((await createEvent(ctx, { startsAt })).id);
  const [a = 0, d = 0, b = 0, c = 0, e = 0] = ids;
  const read: number[] = [];
  let before: number | undefined;
  do {
    const page = await staff.list({ show: 'upcoming', limit: 2, ...(before !== undefined && { before }) });
    read.push(...page.items.map(({ id }) => id));
    before = page.next ?? undefined;
  } while (before !== undefined);
  expect(read).toEqual([a, b, c, e, d]);
});

test('lists tell what comes, what was and what is not announced, and find names in both scripts', async () => {
  const { ctx, staff } = await openOffice();
  const now = ctx.clock.now();
  const past = await createEvent(ctx, {
    startsAt: addDays(now, -8),
    name: 'ნულოვანი',
    nameLat: 'Nulovani',
    lineUps: [{ floor: 1, artistName: 'Lela M.', startsAt: addDays(now, -8) }],
  });
  const older = await createEvent(ctx, { startsAt: addDays(now, -15), nameLat: '100% techno' });
  const draft = await createEvent(ctx, { state: 'draft', nameLat: 'Draft night' });
  const gone = await createEvent(ctx, { state: 'cancelled', startsAt: addDays(now, 2) });
  const list = async (show: 'upcoming' | 'past' | 'drafts', search = '') => {
    const { items } = await staff.list({ show, search });
    return items.map(({ id }) => id);
  };
  expect(await list('upcoming')).toEqual([draft.id, gone.id]);
  expect(await list('past')).toEqual([past.id, older.id]);
  expect(await list('drafts')).toEqual([draft.id]);
  expect(await list('past', 'ულოვ')).toEqual([past.id]);
  expect(await list('past', 'NULO')).toEqual([past.id]);
  expect(await list('past', 'ნულოვანი nul')).toEqual([past.id]);
  expect(await list('past', '100% ghame')).toEqual([older.id]);
  expect(await list('past', '%')).toEqual([]);
  expect(await list('upcoming', 'nothing')).toEqual([]);
  expect((await staff.list({ show: 'past' })).items[0]).toMatchObject({
    startDate: toWireTime(addDays(now, -8)),
    ticketTypes: 1,
    acts: 1,
  });
});
