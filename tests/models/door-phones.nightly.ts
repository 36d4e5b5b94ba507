import { test } from 'vitest';
import { playTickets } from './door-histories.ts';
import { timeoutFor } from './effort.ts';
import { useVirtualTime } from './play-door.ts';

useVirtualTime();

const HISTORIES = 12_000;

// With those of door-lists.nightly.ts 20,000, nine a second: whole phones and the server's decisions, with its answers and tables in memory.
// server/door/**/*.long.test.ts and offline-manifest-histories.nightly.ts play fewer with HTTP and a database.
test(
  'whatever the network does: nothing is lost, each admission beyond the first is a conflict, and phones agree with the server',
  { timeout: timeoutFor(HISTORIES) },
  () => playTickets(HISTORIES),
);
