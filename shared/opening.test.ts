import { expect, test } from 'vitest';
import en from '#shared/locales/en/common.json' with { type: 'json' };
import ka from '#shared/locales/ka/common.json' with { type: 'json' };
import { WEEKDAYS } from './dates.ts';
import { openingDays, openingDaysShort, writeOpening } from './opening.ts';
import { openingProblem, readOpening } from './written-opening.ts';

test.each(['8:00', '8', '08.00', '0800', '800'])('%j is eight in the morning', (to) => {
  const opening = readOpening(`friday saturday 23 ${to}`);
  expect(opening && writeOpening(opening)).toBe('friday saturday 23:00 08:00');
});

test.each([
  ['friday friday 23:00 07:00', 'days', 'opening'],
  ['23:00 07:00', 'days', 'opening'],
  ['friday saturday 24:00 07:00', 'from', 'time_format'],
  ['friday saturday 23:00 late', 'to', 'time_format'],
  ['friday saturday 23:00 ', 'to', 'time_format'],
  ['friday saturday 8:00 08.00', 'to', 'event_empty'],
  ['someday saturday 23:00 07:00', 'days', 'opening'],
  ['friday saturday 23:00 07:00 more', 'days', 'opening'],
])('%j is wrong at its %s part', (text, part, key) => {
  expect(openingProblem(text)).toEqual({ part, key: `validation.${key}` });
  expect(readOpening(text)).toBeUndefined();
});

test.each([
  ['friday', 'Friday', 'Fri', 'პარასკევი', 'პარ'],
  ['friday saturday', 'Friday and Saturday', 'Fri – Sat', 'პარასკევი და შაბათი', 'პარ – შაბ'],
  ['saturday thursday', 'Thursday and Saturday', 'Thu, Sat', 'ხუთშაბათი და შაბათი', 'ხუთ, შაბ'],
  ['sunday saturday', 'Saturday and Sunday', 'Sat – Sun', 'შაბათი და კვირა', 'შაბ – კვი'],
  ['monday sunday', 'Sunday and Monday', 'Sun – Mon', 'კვირა და ორშაბათი', 'კვი – ორშ'],
  ['thursday friday saturday', 'Thursday – Saturday', 'Thu – Sat', 'ხუთშაბათი – შაბათი', 'ხუთ – შაბ'],
  ['monday saturday sunday', 'Saturday – Monday', 'Sat – Mon', 'შაბათი – ორშაბათი', 'შაბ – ორშ'],
  ['friday saturday wednesday', 'Wednesday, Friday and Saturday', 'Wed, Fri – Sat', 'ოთხშაბათი, პარასკევი და შაბათი', 'ოთხ, პარ – შაბ'],
  ['sunday monday tuesday wednesday thursday friday saturday', 'Monday – Sunday', 'Mon – Sun', 'ორშაბათი – კვირა', 'ორშ – კვი'],
])('%s is written out and in short, in both languages', (days, ...texts) => {
  const opening = readOpening(`${days} 23:00 07:00`);
  if (!opening) throw new Error('not read');
  const written = [en, ka].flatMap(({ weekdays, opening_and }) => {
    const t = (key: string) => weekdays[WEEKDAYS.find((day) => key === `weekdays.${day}`) ?? 'sunday'];
    const translate: Parameters<typeof openingDays>[1] = (key) => (key === 'opening_and' ? opening_and : t(key));
    return [openingDays(opening, translate), openingDaysShort(opening, translate)];
  });
  expect(written).toEqual(texts);
});

test('days are kept in the order of the week, however they were chosen', () => {
  expect(readOpening('saturday friday 23 7')?.days).toEqual(['friday', 'saturday']);
});
