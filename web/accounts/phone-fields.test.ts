import { expect, test } from 'vitest';
import { byName } from './register-fields.tsx';

const countries = [
  { name: 'Zambia', nameKa: 'ზამბია', code: 'ZM', dial_code: '+260' },
  { name: 'Åland Islands', nameKa: 'ალანდის კუნძულები', code: 'AX', dial_code: '+358' },
  { name: 'Georgia', nameKa: 'საქართველო', code: 'GE', dial_code: '+995' },
  { name: 'Germany', nameKa: 'გერმანია', code: 'DE', dial_code: '+49' },
];

test("Georgia is first, the others are sorted by name in the reader's language, accents aside", () => {
  expect(byName(countries, 'en').map(({ name }) => name)).toEqual(['Georgia', 'Åland Islands', 'Germany', 'Zambia']);
  expect(byName(countries, 'ka').map(({ name }) => name)).toEqual(['საქართველო', 'ალანდის კუნძულები', 'გერმანია', 'ზამბია']);
});

test('a list that knows no Georgian names is shown with the ones it has', () => {
  expect(byName([{ name: 'Japan', code: 'JP', dial_code: '+81' }], 'ka').map(({ name }) => name)).toEqual(['საქართველო', 'Japan']);
});

test('Georgia can be chosen before the list is there, and every option is one of its own', () => {
  expect(byName([], 'en')).toEqual([{ value: '+995 GE', name: 'Georgia', dialCode: '+995' }]);
  const shared = [
    { name: 'Canada', code: 'CA', dial_code: '+1' },
    { name: 'United States', code: 'US', dial_code: '+1' },
  ];
  expect(new Set(byName(shared, 'en').map(({ value }) => value)).size).toBe(3);
});
