import type { User } from '#server/accounts/accounts.queries.ts';
import { hashOpaqueToken } from '#server/accounts/tokens.ts';
import type { Context } from '#server/platform/context.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { paths } from '#shared/paths.ts';
import { hasOpenDigits } from './email-proof.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'email-proof': { code: string; token: string };
  }
}

/**
 * Carries six digits and a link, stored nowhere else in plain text and deleted after sending. It repeats nothing that was typed, because an
 * attacker can register with another person's address.
 */
export const emailProofMail: MailKind<'email-proof'> = {
  isSecret: true,
  async render(ctx, { payload: { code, token }, language }) {
    if (!(await hasOpenDigits(ctx.db, hashOpaqueToken(token), ctx.clock.now()))) return undefined;
    const t = mailTranslator(language);
    const venue = ctx.venue();
    const site = language === 'ka' ? venue.nameKa : venue.name;
    const { publicUrl } = ctx.env;
    return composeMail(venue, {
      language,
      subject: t('mail:emailProof.subject', { site }),
      heading: t('mail:emailProof.heading'),
      blocks: [
        { type: 'paragraph', text: t('mail:emailProof.intro') },
        { type: 'facts', rows: [[t('mail:emailProof.code'), `${code.slice(0, 3)} ${code.slice(3)}`]] },
        { type: 'note', text: t('mail:emailProof.how') },
        { type: 'link', label: t('mail:emailProof.link'), url: `${publicUrl}${paths.emailProof}?token=${encodeURIComponent(token)}` },
        { type: 'paragraph', text: t('mail:emailProof.not_you', { site }) },
        { type: 'small-link', label: t('mail:passwordReset.link'), url: `${publicUrl}${paths.forgotPassword}` },
      ],
    });
  },
};

/** Queues the mail, in the transaction that stores its digits and its link. */
export const queueEmailProof = (tx: Context, { email, language }: User, payload: { code: string; token: string }): Promise<void> =>
  queueMail(tx, { key: `email-proof:${hashOpaqueToken(payload.token)}`, kind: 'email-proof', recipient: email, language, payload });
