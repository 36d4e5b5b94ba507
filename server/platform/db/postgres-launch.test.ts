import { expect, test } from 'vitest';
import { otherServerMessage } from './postgres-launch.ts';

const stillThere = 'pre-existing shared memory block (key 811, ID 5) is still in use';

test('a start that finds a killed server not quite gone waits, also when the processes it left behind have the last word', () => {
  const log = [
    `2026-11-20 21:20:47 UTC [812] FATAL:  ${stillThere}`,
    '2026-11-20 21:20:47 UTC [812] HINT:  Terminate any old server processes associated with data directory "/data/postgres".',
    '2026-11-20 21:20:47 UTC [790] FATAL:  connection to client lost',
  ];
  expect(otherServerMessage(log.join('\n'))).toBe(stillThere);
});

test('any other end is a failure', () => {
  expect(otherServerMessage('2026-11-20 21:20:47 UTC [812] FATAL:  could not open file "pg_wal": Permission denied')).toBeUndefined();
});
