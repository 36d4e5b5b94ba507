import { withTransaction } from '#server/platform/context.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { DEFAULT_LANGUAGE } from '#shared/constants.ts';
import { dateText, timeText } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { findOpenAmong, takeAlertsToMail } from './alerts.queries.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'mail-alerts': Record<string, never>;
  }
}

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    alerts: { alertIds: number[] };
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

/** Names alerts to the club, without those that have ended meanwhile. */
export const alertsMail: MailKind<'alerts'> = {
  async render(ctx, { payload, language }) {
    const open = await findOpenAmong(ctx.db, payload.alertIds);
    const [first, ...others] = open;
    if (!first) return undefined;
    const t = mailTranslator(language);
    const what = t(`staff-orders:alerts.kinds.${first.kind}`);
    return composeMail(ctx.venue(), {
      language,
      isForVenue: true,
      subject: others.length > 0 ? t('mail:alerts.subjectMany', { what, more: others.length }) : t('mail:alerts.subject', { what }),
      heading: t('mail:alerts.heading'),
      blocks: [
        {
          type: 'facts',
          rows: open.map(({ kind, subject, detail, createdAt }) => [
            t(`staff-orders:alerts.kinds.${kind}`),
            `${detail}\n${subject}, ${t('mail:alerts.since', { date: dateText(createdAt, language, t), time: timeText(createdAt) })}`,
          ]),
        },
        { type: 'link', label: t('mail:alerts.link'), url: `${ctx.env.publicUrl}${paths.staff}` },
        { type: 'note', text: t('mail:alerts.note') },
      ],
    });
  },
};
