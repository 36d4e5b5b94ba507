import { withTransaction } from '#server/platform/context.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { DEFAULT_LANGUAGE } from '#shared/constants.ts';
import { takeAlertsToMail } from './alerts.queries.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'mail-alerts': Record<string, never>;
  }
}

/** A fault may raise many alerts one after the other. */
const PAUSE_MS = 60 * 60_000;

/** Mails the club the alerts that opened since the last such mail: one mail an hour at most. */
export const mailAlerts: Job<'mail-alerts'> = (ctx) =>
  withTransaction(ctx, async (tx) => {
    const mailedAt = tx.clock.now();
    const alertIds = await takeAlertsToMail(tx.db, { since: new Date(mailedAt.getTime() - PAUSE_MS), mailedAt });
    const [first] = alertIds;
    if (first === undefined) return;
    await queueMail(tx, {
      key: `alerts:${first}`,
      kind: 'alerts',
      recipient: tx.venue().email,
      language: DEFAULT_LANGUAGE,
      payload: { alertIds },
    });
  });
