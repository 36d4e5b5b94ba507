import { buildSite } from '#tools/setup/build.mjs';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';

// Done once, and only when the site is stale; while modules load, because it takes longer than a test may.
await buildSite(process.execPath);

/** A whole server with its pages. */
export const startTestSite = (options: TestAppOptions = {}): Promise<TestApp> => startTestApp({ ...options, pages: 'built' });
