import { expect, test } from 'vitest';
import { draftEvent } from '#tests/factories/staff-events.ts';
import { SentEvent, typedEvent, type TypedEvent, typedMoments } from './typed-event.ts';

const typed = (changes: Partial<TypedEvent>): TypedEvent => ({
  ...typedEvent(draftEvent('2026-11-20T18:00:00+04:00', { name: 'Night', nameLat: 'Night' })),
  ...changes,
});
/** Each refused field with its message. */
const refused = (changes: Partial<TypedEvent>) =>
  SentEvent.safeParse(typed(changes)).error?.issues.map(({ path, message }) => [path.join('.'), message]);

test.each(['', '2-11-27', '20-11-27', '202-11-27', '2026-1-', '2026-02-31'])(
  'a day that is typed as far as "%s" has no moments yet',
  (day) => {
    expect(typedMoments(typed({ day }))).toBeUndefined();
  },
);

test('the door of an event is typed as people write it', () => {
  const door = { licensed: ' 380 ', opensAt: '22.30', exits: 'until', exitsUntil: '3' } as const;
  expect(SentEvent.parse(typed(door))).toMatchObject({ licensed: 380, opensAt: '22:30', exits: 'until', exitsUntil: '03:00' });
});

test('empty fields of the door say that the event has no own values', () => {
  expect(SentEvent.parse(typed({ licensed: ' ', opensAt: '' }))).toMatchObject({ licensed: null, opensAt: null, exitsUntil: null });
});

test('an error of the door stands at its field, and a hidden field has none', () => {
  expect(refused({ licensed: 'many' })).toEqual([['licensed', 'validation.capacity']]);
  expect(refused({ licensed: '0' })).toEqual([['licensed', 'validation.capacity']]);
  expect(refused({ opensAt: '25' })).toEqual([['opensAt', 'validation.time_format']]);
  expect(refused({ exits: 'until', exitsUntil: '' })).toEqual([['exitsUntil', 'validation.time_format']]);
  expect(refused({ exits: 'always', exitsUntil: 'late' })).toBeUndefined();
});

test('an event comes back into the form as it was sent', () => {
  const door = { licensed: 380, opensAt: '22:30', exits: 'until', exitsUntil: '03:00', isAutomatic: true, refusalRefunds: true } as const;
  expect(SentEvent.parse(typedEvent(draftEvent('2026-11-20T18:00:00+04:00', { name: 'N', nameLat: 'N', ...door })))).toMatchObject(door);
});

test('a name in one language is that of the other too, and an event without a name is refused at both fields', () => {
  expect(SentEvent.parse(typed({ name: ' ', nameLat: 'Night' }))).toMatchObject({ name: 'Night', nameLat: 'Night' });
  expect(SentEvent.parse(typed({ name: 'ღამე', nameLat: '' }))).toMatchObject({ name: 'ღამე', nameLat: 'ღამე' });
  expect(refused({ name: '', nameLat: ' ' })).toEqual([
    ['name', 'validation.event_name_required'],
    ['nameLat', 'validation.event_name_required'],
  ]);
});
