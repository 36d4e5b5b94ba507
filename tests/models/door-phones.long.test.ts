import { test } from 'vitest';
import { playLists, playTickets, uploadTwice } from './door-histories.ts';
import { timeoutMs } from './effort.ts';
import { useVirtualTime } from './play-door.ts';

useVirtualTime();

test(
  'whatever the network does: nothing is lost, each admission beyond the first is a conflict, and phones agree with the server',
  { timeout: timeoutMs },
  // Fewer histories would miss some faults that the controls plant.
  () => playTickets(50),
);

test(
  'people whom a phone let in by a list are kept, those beyond its places, allocation or hour as conflicts, and phones agree with the server',
  { timeout: timeoutMs },
  () => playLists(13),
);

test('uploading everything again changes nothing', { timeout: timeoutMs }, () => uploadTwice(5));
