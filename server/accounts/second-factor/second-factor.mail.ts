import { randomUUID } from 'node:crypto';
import type { User } from '#server/accounts/accounts.queries.ts';
import type { Context } from '#server/platform/context.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { dateText, timeText, toWireTime, venueDay } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';

/** `left`: unused recovery codes. The factor's name is left out, because mails repeat nothing that was typed. */
type FactorChange = { change: 'added' | 'removed' | 'codes_limited' } | { change: 'recovery_code_used'; left: number };

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    /** A wire time. */
    'second-factor': FactorChange & { at: string };
  }
}

/** Tells a user about a change of the second factor, and what to do if it was another person. */
export const secondFactorMail: MailKind<'second-factor'> = {
  isWarning: true,
  async render({ env, venue }, { payload, language }) {
    const t = mailTranslator(language);
    const when = { date: dateText(payload.at, language, t), time: timeText(payload.at) };
    const left = payload.change === 'recovery_code_used' ? { left: payload.left } : {};
    return composeMail(venue(), {
      language,
      subject: t(`mail:secondFactor.${payload.change}.subject`),
      heading: t(`mail:secondFactor.${payload.change}.subject`),
      blocks: [
        { type: 'paragraph', text: t(`mail:secondFactor.${payload.change}.intro`, { ...when, ...left }) },
        { type: 'paragraph', text: t(`mail:secondFactor.${payload.change === 'codes_limited' ? 'limited_warning' : 'warning'}`) },
        { type: 'link', label: t('mail:secondFactor.link'), url: `${env.publicUrl}${paths.forgotPassword}` },
      ],
    });
  },
};

/** Queues the mail about a change, in the transaction that makes it; the warning about guessed codes at most once a day. */
export const queueSecondFactor = (tx: Context, { id, email, language }: User, change: FactorChange): Promise<void> =>
  queueMail(tx, {
    key: `second-factor:${id}:${change.change === 'codes_limited' ? `codes-limited:${venueDay(tx.clock.now())}` : randomUUID()}`,
    kind: 'second-factor',
    recipient: email,
    language,
    payload: { ...change, at: toWireTime(tx.clock.now()) },
  });
