import type { Job } from '#server/platform/jobs/jobs.ts';
import { deleteAnswersBefore } from './idempotency.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'forget-answers': Record<string, never>;
  }
}

const KEPT_MS = 24 * 60 * 60_000;

/** Answers are stored for a day, long enough for any client that retries. */
export const forgetOldAnswers: Job<'forget-answers'> = ({ db, clock }) =>
  deleteAnswersBefore(db, new Date(clock.now().getTime() - KEPT_MS));
