import { createTestClock } from './clock.ts';
import { startServer } from './server.ts';

/** What a test starts as a process of its own, to kill it: says its address and serves until then. */
const { databaseUrl, guards } = JSON.parse(process.argv[2] ?? '{}');
const { url } = await startServer({ databaseUrl, guards, clock: createTestClock() });
process.stdout.write(`${url}\n`);
