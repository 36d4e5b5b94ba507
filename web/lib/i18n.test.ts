import { expect, test } from 'vitest';
import { TRANSLATION_PARALLEL_READS, TRANSLATION_RETRIES } from '#shared/constants.ts';
import { type Answer, startServer } from '#tests/setup/tabs.ts';
import { textsReader } from './i18n.ts';

const QUICK = { retryMs: 1 };
/** Longer than an answer takes on a busy machine. */
const TIMEOUT_MS = 2_000;
const TEXTS = { soon: 'მალე' };

/** A server that gives these answers, then the texts. */
function startAfter(...answers: (Answer | Promise<Answer>)[]) {
  const left = [...answers];
  return startServer(() => left.shift() ?? { status: 200, body: TEXTS });
}

test('texts are fetched by language, namespace and version', async () => {
  const { origin, calls } = await startAfter();
  expect(await textsReader('1', { origin })('ka', 'events')).toEqual(TEXTS);
  expect(calls).toEqual(['GET /locales/ka/events.json?v=1']);
});

test.each<[string, Answer | Promise<Answer>]>([
  ['a server accepts to send and never does', new Promise<Answer>(() => undefined)],
  ['stop half-way', { status: 200, stopsAfter: '{"soon":' }],
  ['a server in trouble refuses', { status: 503 }],
])('texts that %s are asked for again [§9.translations]', async (_, answer) => {
  const { origin, calls } = await startAfter(answer);
  expect(await textsReader('1', { origin, ...QUICK, timeoutMs: TIMEOUT_MS })('ka', 'events')).toEqual(TEXTS);
  expect(calls).toHaveLength(2);
});

test('texts that a server does not have are asked for once', async () => {
  const { origin, calls } = await startAfter({ status: 404 });
  await expect(textsReader('1', { origin, ...QUICK })('ka', 'events')).rejects.toThrow('404');
  expect(calls).toHaveLength(1);
});

test('texts are asked for five times more, then no longer [§9.translations]', async () => {
  const { origin, calls } = await startServer(() => ({ status: 500 }));
  await expect(textsReader('1', { origin, ...QUICK })('ka', 'events')).rejects.toThrow('500');
  expect(calls).toHaveLength(1 + TRANSLATION_RETRIES);
});

test('ten are read at once, the next one after the first has come [§9.translations]', async () => {
  const waiting: ((answer: Answer) => void)[] = [];
  const { origin, calls } = await startServer(() => new Promise<Answer>((answer) => waiting.push(answer)));
  const answerAll = () => waiting.splice(0).forEach((answer) => answer({ status: 200, body: TEXTS }));
  const read = textsReader('1', { origin });
  const all = Array.from({ length: TRANSLATION_PARALLEL_READS + 1 }, (_, number) => read('en', `n${number}`));
  await expect.poll(() => calls.length).toBe(TRANSLATION_PARALLEL_READS);
  answerAll();
  await expect.poll(() => calls.length).toBe(TRANSLATION_PARALLEL_READS + 1);
  answerAll();
  expect(await Promise.all(all)).toHaveLength(TRANSLATION_PARALLEL_READS + 1);
});
