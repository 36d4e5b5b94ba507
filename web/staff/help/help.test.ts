import { expect, test } from 'vitest';
import en from '#shared/locales/en/staff-help.json' with { type: 'json' };
import ka from '#shared/locales/ka/staff-help.json' with { type: 'json' };
import { HELP_ENTRIES } from './help-entries.ts';
import { findTerms, matches } from './help-search.ts';

test('every question has its texts in both languages, and every text its question', () => {
  const keys = HELP_ENTRIES.map(({ key }) => key).toSorted();
  expect(Object.keys(en.entries).toSorted()).toEqual(keys);
  expect(Object.keys(ka.entries).toSorted()).toEqual(keys);
});

test('an answer is short', () => {
  for (const { a } of [...Object.values(en.entries), ...Object.values(ka.entries)]) expect(a.length).toBeLessThan(400);
});

const found = (typed: string, language: typeof en) =>
  HELP_ENTRIES.filter(({ key }) => matches(findTerms(typed), [language.entries[key].q, language.entries[key].a])).map(({ key }) => key);

test('what stands where nobody looks is found by its words', () => {
  const cases = [
    ['cash', 'register', 'ნაღდი'],
    ['invoice', 'register', 'ინვოის'],
    ['promoter', 'promoters', 'პრომოუტერ'],
    ['commission', 'promoters', 'საკომისიო'],
    ['newsletter', 'newsletter', 'საინფორმაციო'],
    ['return', 'resale', 'დაბრუნებ'],
    ['resale', 'resale', 'გადაყიდვ'],
    ['waitlist', 'waitlist', 'მოლოდინ'],
    ['transfer', 'resale', 'გადაცემ'],
    ['door sale', 'door_sale', 'შესასვლელთან'],
    ['csv', 'files', 'csv'],
    ['excel', 'files', 'excel'],
    ['guest list as a file', 'files', 'სტუმრების სია'],
  ] as const;
  for (const [word, entry, wordKa] of cases) {
    expect([word, found(word, en)]).toEqual([word, expect.arrayContaining([entry])]);
    expect([wordKa, found(wordKa, ka)]).toEqual([wordKa, expect.arrayContaining([entry])]);
  }
});

test('terms are found in any case and order, in part, and in Georgian', () => {
  expect(found('Needs review', en)).toEqual(['flagged']);
  expect(found('network PRINT', en)).toEqual(['print']);
  expect(found('unicorn', en)).toEqual([]);
  expect(found('რაოდენობ', ka)).toContain('allocation_available');
  expect(found('', en)).toHaveLength(HELP_ENTRIES.length);
});
