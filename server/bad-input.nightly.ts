import { test, expect } from 'vitest';
import {
  sendHostileBodies,
  sendHostileIds,
  sendHostileValues,
  hostileBodies,
  json,
  LONG,
  startWithAdmin,
  urlWith,
  withBody,
} from '#tests/contract/hostile-calls.ts';
import { everyPair } from '#tests/contract/pairs.ts';

test('hostile ids and numbers in addresses are refused, never an accident', () => sendHostileIds(everyPair));

test('hostile bodies of every call are refused, never an accident', () => sendHostileBodies(everyPair));

test('hostile values in every field are refused, never an accident', () => sendHostileValues(everyPair));

test('hostile input changed nothing', async () => {
  const { app, headers } = await startWithAdmin();
  const count = async () =>
    (
      await app.deps.database.pool.query(
        'select (select count(*) from users) u, (select count(*) from holds) h, (select count(*) from scans) s',
      )
    ).rows[0];
  const before = await count();
  for (const { method, path } of withBody)
    for (const body of hostileBodies.filter((text) => !text.startsWith(`"${LONG.slice(0, 5)}`)))
      await fetch(app.url + urlWith(path, '0'), { method, headers: { ...headers, ...json }, body });
  expect(await count()).toEqual(before);
});
