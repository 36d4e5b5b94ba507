import { buildSite } from '#tools/setup/build.mjs';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';

// Builds only if the site is stale; at module load, because it takes longer than a test may.
await buildSite(process.execPath);

/** Starts a whole server with its pages. */
export const startTestSite = (options: TestAppOptions = {}): Promise<TestApp> => startTestApp({ ...options, pages: 'built' });
