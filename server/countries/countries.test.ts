import { expect, test } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';
import { listCountries } from '#tools/countries.ts';
import countries from './countries.json' with { type: 'json' };

test('the committed list is what its tool writes', () => {
  expect(countries).toEqual(listCountries());
});

test('the list has every region with a dialling code, by English name, with a Georgian name of its own', () => {
  expect(countries).toHaveLength(245);
  expect(countries).toContainEqual({ name: 'Georgia', nameKa: 'საქართველო', code: 'GE', dial_code: '+995' });
  expect(new Set(countries.map(({ code }) => code)).size).toBe(245);
  expect(countries.filter(({ dial_code }) => !/^\+\d{1,3}$/.test(dial_code))).toEqual([]);
  expect(countries.filter(({ nameKa }) => !/^[\u10d0-\u10ff]/.test(nameKa))).toEqual([]);
});

test('the countries call answers in the shape of the public service', async () => {
  const { api } = await startTestApp();
  expect(await api().countries.codes()).toEqual({ error: false, msg: 'countries and codes retrieved', data: countries });
});
