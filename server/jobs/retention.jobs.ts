import { RETENTION_DAYS } from '#shared/constants.ts';
import { addDays } from '#shared/dates.ts';
import { deletePastResets, deletePastSessions } from '#server/accounts/retention.queries.ts';
import { deleteEnquiriesBefore } from '#server/enquiries/enquiries.queries.ts';
import { deleteEndedMailsBefore } from '#server/mail/mail.queries.ts';
import type { Job } from './jobs.ts';

/** Deletes what the privacy policy says we keep no longer (web/terms): the same numbers stand there. */
export const forgetOld: Job<'forget-old'> = async ({ db, clock }) => {
  const ago = (days: number) => addDays(clock.now(), -days);
  await deletePastSessions(db, ago(RETENTION_DAYS.sessions));
  await deletePastResets(db, ago(RETENTION_DAYS.sessions));
  await deleteEndedMailsBefore(db, ago(RETENTION_DAYS.mails));
  await deleteEnquiriesBefore(db, ago(RETENTION_DAYS.enquiries));
};
