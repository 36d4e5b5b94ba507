import type { Job } from '#server/platform/jobs/jobs.ts';
import { findAlerts, type Notice } from './alerts.queries.ts';
import { messageOf, postMessage } from './webhook.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'post-alert': Notice;
  }
}

/**
 * Posts one notice to the webhook of the settings, unless its alert has ended meanwhile: that is told, too. The queue repeats it while the
 * webhook is away. @throws when it was not accepted
 */
export const postAlert: Job<'post-alert'> = async (ctx, { id, event }) => {
  const url = ctx.env.alertWebhook;
  const [alert] = await findAlerts(ctx.db, [id]);
  if (!alert || url === undefined || (event !== 'ended' && alert.resolvedAt)) return;
  await postMessage(ctx, url, messageOf(ctx, alert, event));
};
