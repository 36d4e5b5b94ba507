import { expect, test } from 'vitest';
import { migrate } from '#server/platform/db/migrate.ts';
import { onDatabase, testCluster } from '#tests/setup/database.ts';
import { databaseBefore } from '#tests/setup/old-database.ts';

const NOTHING_TO_SAY = 'There is nothing left to say.';

test('a database of before migrates: mails that had nothing left to say end as skipped, all others stay what they were', async () => {
  const client = await databaseBefore(/skipped_mails/);
  const old = [
    ['replaced', 'dead', NOTHING_TO_SAY],
    ['refused', 'dead', '550 5.1.1 No such user'],
    ['given up', 'dead', null],
    ['waiting', 'queued', NOTHING_TO_SAY],
    ['sent', 'sent', null],
  ];
  for (const row of old)
    await client.query(
      `insert into mails (key, kind, recipient, language, payload, message_id, created_at, state, last_error)
       values ($1, 'event-notice', 'nino@example.com', 'en', '{}', $1, now(), $2, $3)`,
      row,
    );
  await migrate(onDatabase(testCluster().adminUrl, client.database ?? ''));
  const { rows } = await client.query({ text: 'select key, state, last_error from mails order by id', rowMode: 'array' });
  expect(rows).toEqual([['replaced', 'skipped', null], ...old.slice(1)]);
});
