import { buildSite } from '#tools/setup/build.mjs';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';

/** A whole server with its pages, as people get them: built, when that is not done yet. */
export async function startTestSite(options: TestAppOptions = {}): Promise<TestApp> {
  await buildSite(process.execPath);
  return startTestApp({ ...options, pages: 'built' });
}
