import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#tests/setup/database.ts';
import { checkTimeZone } from './check-time-zone.ts';

test("a time zone that PostgreSQL does not know ends the start with the setting's name", async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  await checkTimeZone(database.url, 'Asia/Tbilisi');
  await expect(checkTimeZone(database.url, 'Mars/Olympus')).rejects.toThrow('VENUE_TIME_ZONE: this PostgreSQL does not know Mars/Olympus.');
});
