import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));

test('health and the console say the version of package.json', async () => {
  const app = await startTestApp();
  const health = await app.http.inject({ url: '/healthz' });
  expect(health.json()).toEqual({ status: 'ok', version });
  expect(await app.api((await createAdmin(app.ctx)).accessToken).staffStart.get()).toMatchObject({ version });
});

test('the lock file has the same version, and the changelog says what it brings', () => {
  const Lock = z.object({ version: z.string(), packages: z.object({ '': z.object({ version: z.string() }) }) });
  expect(Lock.parse(JSON.parse(read('package-lock.json')))).toEqual({ version, packages: { '': { version } } });
  const [, newest] = Array.from(read('CHANGELOG.md').matchAll(/^## (\S+)/gm), ([, name]) => name);
  expect(newest).toBe(version);
});
