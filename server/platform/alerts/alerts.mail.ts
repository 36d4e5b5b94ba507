import { composeMail } from '#server/platform/mail/layout.ts';
import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { dateText, timeText } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { findOpenAmong } from './alerts.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    alerts: { alertIds: number[] };
  }
}

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
