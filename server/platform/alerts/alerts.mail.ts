import { composeMail, type Fact } from '#server/platform/mail/layout.ts';
import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { translators } from '#server/platform/translators.ts';
import type { Language } from '#shared/constants.ts';
import { dateText, timeText } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { alertDetail, alertSubject } from '#shared/staff/alert-texts.ts';
import { type Alert, findAlerts } from './alerts.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    /** `endedIds` is missing in mails of an earlier version. */
    alerts: { alertIds: number[]; endedIds?: number[] };
  }
}

/** Lists the alerts that are still open when the mail is sent, and those that have ended. */
export const alertsMail: MailKind<'alerts'> = {
  async render(ctx, { payload: { alertIds, endedIds = [] }, language }) {
    const open = (await findAlerts(ctx.db, alertIds)).filter(({ resolvedAt }) => resolvedAt === null);
    const ended = await findAlerts(ctx.db, endedIds);
    const [first, ...others] = [...open, ...ended];
    if (!first) return undefined;
    const t = mailTranslator(language);
    const state = open.length > 0 ? 'open' : 'over';
    const what = t(`staff-orders:alerts.kinds.${first.kind}`);
    return composeMail(ctx.venue(), {
      language,
      isForVenue: true,
      subject: others.length > 0 ? t(`mail:alerts.${state}Many`, { what, more: others.length }) : t(`mail:alerts.${state}`, { what }),
      heading: others.length > 0 ? t(`mail:alerts.${state}Heading`) : what,
      blocks: [
        ...(open.length > 0 ? [{ type: 'facts', rows: open.map((alert) => alertFact(alert, language)) } as const] : []),
        ...(ended.length > 0 ? [{ type: 'paragraph', text: t('mail:alerts.overIntro') } as const] : []),
        ...(ended.length > 0 ? [{ type: 'facts', rows: ended.map((alert) => alertFact(alert, language)) } as const] : []),
        { type: 'link', label: t('mail:alerts.link'), url: `${ctx.env.publicUrl}${paths.staff}` },
        { type: 'note', text: t('mail:alerts.note') },
      ],
    });
  },
};

/** Returns the line of a mail about one alert. */
export function alertFact(
  { kind, subject, detail, params, createdAt, resolvedAt }: Omit<Alert, 'id' | 'mailedAt' | 'endMailedAt'>,
  language: Language,
): Fact {
  const t = mailTranslator(language);
  const { t: translate } = translators[language];
  const when = (moment: Date) => ({ date: dateText(moment, language, t), time: timeText(moment) });
  const since = t('mail:alerts.since', when(createdAt));
  const until = resolvedAt ? `, ${t('mail:alerts.until', when(resolvedAt))}` : '';
  const about = alertSubject(subject, translate);
  const lines = [alertDetail({ kind, params }, translate) ?? detail, `${about === undefined ? '' : `${about}, `}${since}${until}`];
  return [t(`staff-orders:alerts.kinds.${kind}`), lines.filter((line) => line !== '').join('\n')];
}
