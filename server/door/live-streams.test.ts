import { expect, test } from 'vitest';
import { openStreams } from './live-streams.ts';

const start = () => {
  const streams = openStreams<string>(
    async () => undefined,
    () => undefined,
  );
  return { streams, end: () => streams.close() };
};

test('a client may take its time over a first event of more than a megabyte', () => {
  const { streams, end } = start();
  streams.open('phone', 'x'.repeat(1_500_000));
  for (const stream of streams.all()) streams.sendHeartbeat(stream, 0);
  for (const stream of streams.all()) streams.send(stream, 'a change', 0);
  expect(streams.all()).toHaveLength(1);
  end();
});

test('a client that reads nothing is disconnected', () => {
  const { streams, end } = start();
  streams.open('phone', 'first');
  for (let event = 0; event < 3; event += 1) for (const stream of streams.all()) streams.send(stream, 'x'.repeat(600_000), 0);
  expect(streams.all()).toEqual([]);
  end();
});
