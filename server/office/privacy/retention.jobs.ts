import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { deleteSecurityEventsBefore } from '#server/accounts/accounts.queries.ts';
import { deletePastResets, deletePastSessions } from '#server/accounts/sessions.queries.ts';
import { deleteEnquiriesBefore } from '#server/office/enquiries/enquiries.queries.ts';
import type { Db } from '#server/platform/db/client.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { deleteEndedMailsBefore } from '#server/platform/mail/mail.queries.ts';
import { emptyCallbacksBefore } from '#server/sales/payments/callbacks.queries.ts';
import { RETENTION_DAYS } from '#shared/constants.ts';
import { addDays } from '#shared/dates.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'forget-old': Record<string, never>;
  }
}

/** A clock that jumped ahead would delete recent data. */
const CLOCKS_APART_MS = 5 * 60_000;

/** Deletes what the privacy policy says we no longer keep (web/terms): the same numbers are there. */
export const forgetOld: Job<'forget-old'> = async ({ db, clock, log }) => {
  const apartMs = clock.now().getTime() - (await readDatabaseClock(db)).getTime();
  if (Math.abs(apartMs) > CLOCKS_APART_MS) {
    log.error({ apartMs }, "old data is not deleted while our clock and the database's differ");
    return;
  }
  const ago = (days: number) => addDays(clock.now(), -days);
  await deletePastSessions(db, ago(RETENTION_DAYS.sessions));
  await deletePastResets(db, ago(RETENTION_DAYS.sessions));
  await deleteEndedMailsBefore(db, ago(RETENTION_DAYS.mails));
  await deleteEnquiriesBefore(db, ago(RETENTION_DAYS.enquiries));
  await emptyCallbacksBefore(db, ago(RETENTION_DAYS.callbacks));
  await deleteSecurityEventsBefore(db, ago(RETENTION_DAYS.securityEvents));
};

const Row = z.object({ ms: z.coerce.number() });

/** Returns the clock of the database's machine. */
async function readDatabaseClock(db: Db): Promise<Date> {
  const { rows } = await db.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`);
  return new Date(Row.parse(rows[0]).ms);
}
