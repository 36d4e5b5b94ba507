import { expect, test } from 'vitest';
import { timeoutMs } from './effort.ts';
import type { Model } from './model.ts';
import { followAll, followAllKinds } from './sequential.ts';

test('the ticket office does what its model does, whatever comes in whatever order (I1–I7, I9, I12)', { timeout: timeoutMs }, () =>
  followAllKinds(100),
);

test('it does so when two of the guests are one person and the club counts places by person', { timeout: timeoutMs }, async () => {
  const ends = await followAll(60, { sharesPlaces: true });
  const hasTicket = ({ tickets }: Model, guest: number) => tickets.some((ticket) => ticket.guest === guest);
  expect(ends.some((end) => hasTicket(end, 0) && hasTicket(end, 1))).toBe(true);
});

test('it does so over HTTP, with whole servers that are killed and started', { timeout: timeoutMs }, async () => {
  expect((await followAll(12, { via: 'http' })).flatMap(({ tickets }) => tickets)).not.toEqual([]);
});
