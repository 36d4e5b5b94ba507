import { test } from 'vitest';
import { playLists, playTickets, uploadTwice } from './door-histories.ts';
import { timeoutMs } from './effort.ts';
import { useVirtualTime } from './play-door.ts';

useVirtualTime();

test(
  'whatever the network does: nothing is lost, each admission beyond the first is a conflict, and phones agree with the server',
  { timeout: timeoutMs },
  () => playTickets(200),
);

test(
  'people whom a phone let in by a list are kept, those beyond its places, allocation or hour as conflicts, and phones agree with the server',
  { timeout: timeoutMs },
  () => playLists(100),
);

test('uploading everything again changes nothing', { timeout: timeoutMs }, () => uploadTwice(40));
