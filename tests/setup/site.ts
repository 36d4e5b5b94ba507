import { beforeAll } from 'vitest';
import { buildSite } from '#tools/setup/build.mjs';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';

const BUILD_MS = 120_000;

// For every file that imports this: done once, and only when the site is stale.
beforeAll(() => buildSite(process.execPath), BUILD_MS);

/** A whole server with its pages, as people get them. */
export const startTestSite = (options: TestAppOptions = {}): Promise<TestApp> => startTestApp({ ...options, pages: 'built' });
