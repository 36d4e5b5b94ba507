import { test } from 'vitest';
import { playLists, uploadTwice } from './door-histories.ts';
import { timeoutFor } from './effort.ts';
import { useVirtualTime } from './play-door.ts';

useVirtualTime();

const LISTS = 6_000;
const REPEATED = 2_000;

test(
  'people whom a phone let in by a list are kept, those beyond its places, allocation or hour as conflicts, and phones agree with the server',
  { timeout: timeoutFor(LISTS) },
  () => playLists(LISTS),
);

test('uploading everything again changes nothing', { timeout: timeoutFor(REPEATED) }, () => uploadTwice(REPEATED));
