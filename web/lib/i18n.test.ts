import { expect, test } from 'vitest';
import { startServer } from '#tests/setup/tabs.ts';
import { wordsBackend } from './i18n.ts';

const SHORT_MS = 50;

type Outcome = { error: unknown; words: unknown };

/** What i18next is told: words, or an error with whether trying again may help in the place of the words. */
function read(origin: string, timeoutMs?: number): Promise<Outcome> {
  const { read: readWords } = wordsBackend('1', { origin, ...(timeoutMs !== undefined && { timeoutMs }) });
  return new Promise((resolve) => void readWords('ka', 'events', (error, words) => resolve({ error, words })));
}

test('words are fetched by language, namespace and version', async () => {
  const { origin, calls } = await startServer(() => ({ status: 200, body: { soon: 'მალე' } }));
  expect(await read(origin)).toEqual({ error: null, words: { soon: 'მალე' } });
  expect(calls).toEqual(['GET /locales/ka/events.json?v=1']);
});

test('words that a server accepts to send and never does are to be asked for again', async () => {
  const { origin } = await startServer(() => new Promise(() => undefined));
  expect(await read(origin, SHORT_MS)).toEqual({ error: expect.stringContaining('TimeoutError'), words: true });
});

test('words that stop half-way are to be asked for again', async () => {
  const { origin } = await startServer(() => ({ status: 200, stopsAfter: '{"soon":' }));
  expect(await read(origin, SHORT_MS)).toEqual({ error: expect.stringContaining('TimeoutError'), words: true });
});

test.each([
  [503, true],
  [404, false],
])('after a status %i trying again may help: %s', async (status, mayHelp) => {
  const { origin } = await startServer(() => ({ status }));
  expect(await read(origin)).toEqual({ error: `status ${status}`, words: mayHelp });
});
