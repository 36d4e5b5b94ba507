import { lt } from 'drizzle-orm';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { idempotencyKeys } from '#server/platform/platform.table.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'forget-answers': Record<string, never>;
  }
}

const KEPT_MS = 24 * 60 * 60_000;

/** Answers are stored for a day, long enough for any client that retries. */
export const forgetOldAnswers: Job<'forget-answers'> = async ({ db, clock }) => {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(clock.now().getTime() - KEPT_MS)));
};
