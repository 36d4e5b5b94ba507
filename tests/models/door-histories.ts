import fc from 'fast-check';
import { expect } from 'vitest';
import { check } from './door-properties.ts';
import { history, listHistory } from './door-steps.ts';
import { effort } from './effort.ts';
import { play } from './play-door.ts';

export const playTickets = (histories: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(history, (happened) => play(happened, check)),
    effort(histories),
  );

export const playLists = (histories: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(listHistory, (happened) => play(happened, check)),
    effort(histories),
  );

export const uploadTwice = (histories: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.oneof(history, listHistory), (happened) =>
      play(happened, ({ server, repeat }) => {
        const before = structuredClone(server.store.rows);
        repeat();
        expect(server.store.rows).toEqual(before);
      }),
    ),
    effort(histories),
  );
