import { createTestClock } from './clock.ts';
import { importWithout } from './without-guard.ts';

/** A server in a separate process that a test can kill: prints its address, then serves. */
const { databaseUrl, without } = JSON.parse(process.argv[2] ?? '{}');
const { startServer } = await importWithout<typeof import('./server.ts')>(without, 'tests/setup/server.ts');
const { url } = await startServer({ databaseUrl, clock: createTestClock() });
process.stdout.write(`${url}\n`);
