import { z } from 'zod';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { findAlerts } from './alerts.queries.ts';
import { messageOf, postMessage } from './webhook.ts';

/**
 * Posts one notice to the webhook of the settings; if the alert has ended since, the notice says so. The queue retries while the webhook is
 * away. @throws when it was not accepted
 */
export const postAlert = defineJob({
  name: 'post-alert',
  // One call at a time, so that a webhook that hangs occupies only one worker; payments need the others.
  queue: 'alert-webhook',
  payload: z.object({ id: z.int(), event: z.enum(['opened', 'lasting', 'ended']) }),
  async run(ctx, { id, event }) {
    const url = ctx.env.alertWebhook;
    const [alert] = await findAlerts(ctx.db, [id]);
    if (!alert || url === undefined || (event !== 'ended' && alert.resolvedAt)) return;
    await postMessage(ctx, url, messageOf(ctx, alert, event));
  },
});
