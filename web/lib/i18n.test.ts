import { expect, test } from 'vitest';
import { startServer } from '#tests/setup/tabs.ts';
import { translationsBackend } from './i18n.ts';

const SHORT_MS = 50;

type Outcome = { error: unknown; data: unknown };

/** Returns what i18next receives: texts, or an error and, in place of the texts, true if a retry may help. */
function read(origin: string, timeoutMs?: number): Promise<Outcome> {
  const { read: readNamespace } = translationsBackend('1', { origin, ...(timeoutMs !== undefined && { timeoutMs }) });
  return new Promise((resolve) => void readNamespace('ka', 'events', (error, data) => resolve({ error, data })));
}

test('words are fetched by language, namespace and version', async () => {
  const { origin, calls } = await startServer(() => ({ status: 200, body: { soon: 'მალე' } }));
  expect(await read(origin)).toEqual({ error: null, data: { soon: 'მალე' } });
  expect(calls).toEqual(['GET /locales/ka/events.json?v=1']);
});

test('words that a server accepts to send and never does are to be asked for again', async () => {
  const { origin } = await startServer(() => new Promise(() => undefined));
  expect(await read(origin, SHORT_MS)).toEqual({ error: expect.stringContaining('TimeoutError'), data: true });
});

test('words that stop half-way are to be asked for again', async () => {
  const { origin } = await startServer(() => ({ status: 200, stopsAfter: '{"soon":' }));
  expect(await read(origin, SHORT_MS)).toEqual({ error: expect.stringContaining('TimeoutError'), data: true });
});

test.each([
  [503, true],
  [404, false],
])('after a status %i trying again may help: %s', async (status, mayHelp) => {
  const { origin } = await startServer(() => ({ status }));
  expect(await read(origin)).toEqual({ error: `status ${status}`, data: mayHelp });
});
