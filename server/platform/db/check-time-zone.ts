import { postgresCode } from './database-failure.ts';
import { connectNamed } from './lock-wait.ts';

const INVALID_PARAMETER_VALUE = '22023';

/** PostgreSQL has its own list of time zones, some without the older names. @throws one sentence when the club's is missing there */
export async function checkTimeZone(url: string, timeZone: string): Promise<void> {
  const client = await connectNamed(url);
  try {
    await client.query('select now() at time zone $1::text', [timeZone]);
  } catch (error) {
    if (postgresCode(error) !== INVALID_PARAMETER_VALUE) throw error;
    throw new Error(`VENUE_TIME_ZONE: this PostgreSQL does not know ${timeZone}. Take the zone's present name, or install its old names.`, {
      cause: error,
    });
  } finally {
    await client.end();
  }
}
