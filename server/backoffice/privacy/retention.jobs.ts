import { deleteSecurityEventsBefore } from '#server/accounts/security-events.queries.ts';
import { deletePersonBansBefore } from '#server/accounts/bans.queries.ts';
import { deletePastEmailChanges } from '#server/accounts/email/email-change.queries.ts';
import { deletePastProofs } from '#server/accounts/email/email-proof.queries.ts';
import { deletePastKnownGuests } from '#server/accounts/known-guests/known-guests.queries.ts';
import { deletePastInvitations } from '#server/accounts/invitations.queries.ts';
import { deletePastChallenges } from '#server/accounts/second-factor/second-factor.queries.ts';
import { deletePastResets, deletePastSessions } from '#server/accounts/sessions.queries.ts';
import { deleteEnquiriesBefore } from '#server/backoffice/enquiries/enquiries.queries.ts';
import { raiseAlert, resolveAlert } from '#server/platform/alerts/alerts.service.ts';
import type { Context } from '#server/platform/context.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { deleteEndedMailsBefore } from '#server/platform/mail/mail.queries.ts';
import { emptyListNamesBefore } from '#server/sales/guest-lists/staff-guest-lists.queries.ts';
import { emptyNamesBefore } from '#server/sales/tickets/transfer-options.queries.ts';
import { deleteWaitlistsBefore } from '#server/sales/waitlist/waitlist.queries.ts';
import { emptyCallbacksBefore } from '#server/sales/payments/payments.queries.ts';
import { addDays } from '#shared/dates.ts';
import { RETENTION_DAYS } from '#shared/privacy/retention-days.ts';
import { findLastRun, readDatabaseClock, writeRun } from './retention.queries.ts';

/** Protects recent data from a clock that jumped ahead. */
const CLOCKS_APART_MS = 5 * 60_000;
/** The most days that a run deletes beyond the previous run, because server and database may share one wrong clock. */
const STEP_MAX_DAYS = 7;
/** When the clock jumps ahead, the scheduler runs the job once for each missed day. */
const PAUSE_MS = 12 * 60 * 60_000;

const jumped = {
  kind: 'clock_jumped',
  subject: 'clock',
  detail: "Old data was last deleted more than a week ago by the server's clock. If it was not off for so long, its clock is wrong.",
} as const;

/** Deletes data that the privacy policy says we no longer keep; the policy states the same periods (web/terms). */
export const forgetOld = defineJob({
  name: 'forget-old',
  schedule: { cron: '23 10 * * *', attempts: 5 },
  payload: noPayload,
  async run(ctx) {
    const { db, clock, log } = ctx;
    const apartMs = clock.now().getTime() - (await readDatabaseClock(db)).getTime();
    if (Math.abs(apartMs) > CLOCKS_APART_MS) {
      log.error({ apartMs }, "old data is not deleted while our clock and the database's differ");
      return;
    }
    await forgetUntilNow(ctx);
  },
});

/** Deletes data that is too old by our clock, at most a week beyond the last run. */
export async function forgetUntilNow(ctx: Context): Promise<void> {
  const { db, clock } = ctx;
  const ranAt = clock.now();
  const last = await findLastRun(db);
  const sinceMs = last ? ranAt.getTime() - last.ranAt.getTime() : PAUSE_MS;
  if (sinceMs >= 0 && sinceMs < PAUSE_MS) return;
  const limit = last ? addDays(last.until, STEP_MAX_DAYS) : ranAt;
  const isAhead = ranAt > limit;
  await (isAhead ? raiseAlert(ctx, jumped) : resolveAlert(ctx, jumped));
  const until = isAhead ? limit : ranAt;
  const ago = (days: number) => addDays(until, -days);
  await deletePastSessions(db, ago(RETENTION_DAYS.sessions));
  await deletePastResets(db, ago(RETENTION_DAYS.sessions));
  await deletePastChallenges(db, ago(RETENTION_DAYS.sessions));
  await deletePastProofs(db, ago(RETENTION_DAYS.sessions));
  await deletePastEmailChanges(db, ago(RETENTION_DAYS.sessions));
  await deletePastKnownGuests(db, until);
  await deletePastInvitations(db, ago(RETENTION_DAYS.invitations));
  await deleteEndedMailsBefore(db, ago(RETENTION_DAYS.mails));
  await deleteEnquiriesBefore(db, ago(RETENTION_DAYS.enquiries));
  await emptyCallbacksBefore(db, ago(RETENTION_DAYS.callbacks));
  await emptyListNamesBefore(db, ago(RETENTION_DAYS.lists));
  await emptyNamesBefore(db, ago(RETENTION_DAYS.lists));
  await deleteWaitlistsBefore(db, ago(RETENTION_DAYS.lists));
  await deletePersonBansBefore(db, until);
  await deleteSecurityEventsBefore(db, ago(RETENTION_DAYS.securityEvents));
  await writeRun(db, { ranAt, until });
}
