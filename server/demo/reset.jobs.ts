import { showPlaceholderImages } from '#server/content/gallery/placeholder-images.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { findDemoUsers } from './demo-accounts.ts';
import { loadDemo } from './demo.ts';
import { emptyDemo, mayReset } from './reset.queries.ts';

/** At six in the morning in Tbilisi. */
export const resetDemo = defineJob({
  name: 'reset-demo',
  schedule: { cron: '0 2 * * *', attempts: 5 },
  payload: noPayload,
  run: (ctx) => resetPublicDemo(ctx),
});

/** Gives a public demo its first content again: what visitors did is gone, and their sessions end. Does nothing to any other database. */
async function resetPublicDemo(ctx: Context): Promise<void> {
  const { demo, payments } = ctx.env;
  if (demo !== 'public' || payments !== 'fake' || !(await mayReset(ctx.db))) return;
  // After `npm run forget-demo` it is a club's database, whatever its settings still say.
  if ((await findDemoUsers(ctx.db)).length === 0) return;
  await withTransaction(ctx, async (tx) => {
    await emptyDemo(tx.db);
    await loadDemo(tx);
  });
  await showPlaceholderImages(ctx);
  ctx.log.info('the public demo was reset');
}
