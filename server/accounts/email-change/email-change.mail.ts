import type { User } from '#server/accounts/accounts.queries.ts';
import { hashOpaqueToken } from '#server/accounts/tokens.ts';
import type { Context } from '#server/platform/context.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { dateText, timeText, toWireTime } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { hasEmailChange } from './email-change.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'email-change': { token: string };
    /** `at`: a wire time. */
    'email-changed': { step: 'begun' | 'done'; at: string };
  }
}

/** Carries the link to the address that an account is to have. It contains nothing that was typed, because the address may be a stranger's. */
export const emailChangeMail: MailKind<'email-change'> = {
  isSecret: true,
  async render(ctx, { payload: { token }, language }) {
    if (!(await hasEmailChange(ctx.db, hashOpaqueToken(token), ctx.clock.now()))) return undefined;
    const t = mailTranslator(language);
    const venue = ctx.venue();
    const site = language === 'ka' ? venue.nameKa : venue.name;
    const url = `${ctx.env.publicUrl}${paths.emailProof}?change=1&token=${encodeURIComponent(token)}`;
    return composeMail(venue, {
      language,
      subject: t('mail:emailChange.subject', { site }),
      heading: t('mail:emailChange.heading'),
      blocks: [
        { type: 'paragraph', text: t('mail:emailChange.intro', { site }) },
        { type: 'link', label: t('mail:emailChange.link'), url },
        { type: 'note', text: t('mail:emailChange.ignore') },
      ],
    });
  },
};

/** Tells the address that an account had so far. It does not name the new one: the old one may be a stranger's. */
export const emailChangedMail: MailKind<'email-changed'> = {
  async render({ venue }, { payload: { step, at }, language }) {
    const t = mailTranslator(language);
    const site = language === 'ka' ? venue().nameKa : venue().name;
    const when = { site, date: dateText(at, language, t), time: timeText(at) };
    return composeMail(venue(), {
      language,
      subject: t(`mail:emailChanged.${step}.subject`, { site }),
      heading: t(`mail:emailChanged.${step}.heading`),
      blocks: [
        { type: 'paragraph', text: t(`mail:emailChanged.${step}.text`, when) },
        { type: 'paragraph', text: t('mail:emailChanged.warning', { email: venue().email }) },
      ],
    });
  },
};

type Reader = Pick<User, 'id' | 'email' | 'language'>;

export const queueEmailChange = (tx: Context, { language }: Reader, to: string, token: string): Promise<void> =>
  queueMail(tx, { key: `email-change:${hashOpaqueToken(token)}`, kind: 'email-change', recipient: to, language, payload: { token } });

/** `mark`: the same for both steps of one change. */
export const queueEmailChanged = (tx: Context, { email, language }: Reader, step: 'begun' | 'done', mark: string): Promise<void> =>
  queueMail(tx, {
    key: `email-changed:${step}:${mark}`,
    kind: 'email-changed',
    recipient: email,
    language,
    payload: { step, at: toWireTime(tx.clock.now()) },
  });
