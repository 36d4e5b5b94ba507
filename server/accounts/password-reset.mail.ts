import { paths } from '#shared/paths.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import type { MailKind } from '#server/platform/mail/mail-kind.ts';
import { mailWords } from '#server/platform/mail/mail-words.ts';

/** Carries the link to a new password. The token stands nowhere else readable and is deleted after sending. */
export const passwordResetMail: MailKind<'password-reset'> = {
  isSecret: true,
  async render(ctx, { payload, language }) {
    const t = mailWords(language);
    const url = `${ctx.env.publicUrl}${paths.changePassword}?token=${encodeURIComponent(payload.token)}`;
    return composeMail(ctx.env, {
      language,
      subject: t('mail:passwordReset.subject'),
      heading: t('mail:passwordReset.heading'),
      blocks: [
        { type: 'paragraph', text: t('mail:passwordReset.intro') },
        { type: 'link', label: t('mail:passwordReset.link'), url },
        { type: 'note', text: t('mail:passwordReset.ignore') },
      ],
    });
  },
};
