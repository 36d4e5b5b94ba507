import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';
import { listening } from '#tests/setup/listening.ts';
import { listCountries } from '#tools/countries.ts';
import countries from './countries.json' with { type: 'json' };

type Answer = { status?: number; headers?: Record<string, string>; text: string };

/** Starts a countries service with fixed answers; `answers` can be changed. */
async function startService(answers: { now: Answer }): Promise<string> {
  const server = createServer(
    (_request, response) => void response.writeHead(answers.now.status ?? 200, answers.now.headers).end(answers.now.text),
  );
  return `http://127.0.0.1:${await listening(server)}/codes`;
}

const listing = (...data: object[]): Answer => ({ text: JSON.stringify({ error: false, msg: 'x', data }) });
const georgia = { name: 'Georgia', code: 'GE', dial_code: '+995' };
const samoa = { name: 'AmericanSamoa', code: 'AS', dial_code: '+1 684' };

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

test('the countries call answers in the shape of the public service [§7.countries]', async () => {
  const { api } = await startTestApp();
  expect(await api().countries.codes()).toEqual({ error: false, msg: 'countries and codes retrieved', data: countries });
});

test('a service of the owner’s choice is asked instead, and its list is tidied [§2.country-codes]', async () => {
  const service = await startService({ now: listing(georgia, samoa, { name: 'Nowhere', code: 'XX', dial_code: '' }) });
  const { api } = await startTestApp({ env: { COUNTRIES_URL: service } });
  expect((await api().countries.codes()).data).toEqual([
    { ...georgia, nameKa: 'საქართველო' },
    { name: 'AmericanSamoa', nameKa: 'ამერიკის სამოა', code: 'AS', dial_code: '+1684' },
  ]);
});

test.each<[string, Answer]>([
  ['a refusal', { status: 429, text: '{"error":true,"data":[]}' }],
  ['its own word that it failed', { text: '{"error":true,"msg":"x"}' }],
  ['no list', { text: '{"error":false}' }],
  ['an empty list', listing()],
  ['no JSON', { text: '<html>' }],
  ['more than a list can have', listing(georgia, { ...samoa, name: 'x'.repeat(2_000_000) })],
])('a service that answers %s leaves the call unanswered, so that the form says so', async (_, answer) => {
  const { api } = await startTestApp({ env: { COUNTRIES_URL: await startService({ now: answer }) } });
  await expect(api().countries.codes()).rejects.toMatchObject({ status: 503, body: { code: 'unavailable' } });
});

test('a service that sends us elsewhere is not followed', async () => {
  const elsewhere = await startService({ now: listing(georgia) });
  const service = await startService({ now: { status: 302, headers: { location: elsewhere }, text: '' } });
  const { api } = await startTestApp({ env: { COUNTRIES_URL: service } });
  await expect(api().countries.codes()).rejects.toMatchObject({ status: 503 });
});

test('its list is kept for an hour, and longer while the service is away', async () => {
  const answers = { now: listing(georgia) };
  const { api, clock, dropCaches } = await startTestApp({ env: { COUNTRIES_URL: await startService(answers) } });
  const namesAfter = async (minutes: number): Promise<string[]> => {
    clock.advanceMinutes(minutes);
    dropCaches();
    return (await api().countries.codes()).data.map(({ name }) => name);
  };
  expect(await namesAfter(0)).toEqual(['Georgia']);
  answers.now = listing(georgia, samoa);
  expect(await namesAfter(59)).toEqual(['Georgia']);
  answers.now = { status: 500, text: '' };
  expect(await namesAfter(1)).toEqual(['Georgia']);
  answers.now = listing(georgia, samoa);
  expect(await namesAfter(60)).toEqual(['Georgia', 'AmericanSamoa']);
});
