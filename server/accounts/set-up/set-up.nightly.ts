import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '#lab/trial/server-process.ts';
import { createTestDatabase } from '#tests/setup/database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';

const read = async (origin: string, token: string): Promise<number> => {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${origin}/api/set-up/read`, { method: 'POST', headers, body: JSON.stringify({ token }) })).status;
};

test('the start of an empty club prints the link, its log has no token, and a restart prints another', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const env = { DATABASE_URL: database.url, DATA_DIR: createTestFolder(), PLACEHOLDER_IMAGES: 'false', DEMO: 'false' };
  const printed = /\/invitation#([\w-]{43})/g;
  const first = await startServer(env);
  await expect.poll(() => first.output()).toMatch(printed);
  const [, token = ''] = [...first.output().matchAll(printed)][0] ?? [];
  expect(await read(first.origin, token)).toBe(200);
  expect(first.output().split(token)).toHaveLength(2);
  await first.kill('SIGTERM');
  const second = await startServer(env);
  onTestFinished(() => second.kill('SIGTERM'));
  await expect.poll(() => second.output()).toMatch(printed);
  expect(second.output()).not.toContain(token);
  expect(await read(second.origin, token)).toBe(400);
});
