import fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from './door-properties.ts';
import { history, listHistory } from './door-steps.ts';
import { effort, timeoutMs } from './effort.ts';
import { play, useVirtualTime } from './play-door.ts';

useVirtualTime();

test(
  'whatever the network does: nothing is lost, each admission beyond the first is a conflict, and phones agree with the server',
  { timeout: timeoutMs },
  () =>
    fc.assert(
      fc.asyncProperty(history, (happened) => play(happened, check)),
      // Fewer histories would miss some faults that the controls plant.
      effort(200, 50),
    ),
);

test(
  'people whom a phone let in by a list are kept, those beyond its places, allocation or hour as conflicts, and phones agree with the server',
  { timeout: timeoutMs },
  () =>
    fc.assert(
      fc.asyncProperty(listHistory, (happened) => play(happened, check)),
      effort(100),
    ),
);

test('uploading everything again changes nothing', { timeout: timeoutMs }, () =>
  fc.assert(
    fc.asyncProperty(fc.oneof(history, listHistory), (happened) =>
      play(happened, ({ server, repeat }) => {
        const before = structuredClone(server.store.rows);
        repeat();
        expect(server.store.rows).toEqual(before);
      }),
    ),
    effort(40),
  ),
);
