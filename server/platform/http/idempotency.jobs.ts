import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { deleteAnswersBefore } from './idempotency.ts';

const KEPT_MS = 24 * 60 * 60_000;

/** Deletes answers after a day, when no client retries any more. */
export const forgetOldAnswers = defineJob({
  name: 'forget-answers',
  schedule: { cron: '17 * * * *' },
  payload: noPayload,
  run: ({ db, clock }) => deleteAnswersBefore(db, new Date(clock.now().getTime() - KEPT_MS)),
});
