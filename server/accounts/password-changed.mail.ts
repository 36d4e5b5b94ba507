import { dateText, timeText } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import type { MailKind } from '#server/platform/mail/mail-kind.ts';
import { mailWords } from '#server/platform/mail/mail-words.ts';

/** Tells a guest that the password is another one now, and what to do when that was somebody else. */
export const passwordChangedMail: MailKind<'password-changed'> = {
  async render({ env }, { payload: { changedAt }, language }) {
    const t = mailWords(language);
    const when = { date: dateText(changedAt, language, t), time: timeText(changedAt) };
    return composeMail(env, {
      language,
      subject: t('mail:passwordChanged.subject'),
      heading: t('mail:passwordChanged.heading'),
      blocks: [
        { type: 'paragraph', text: t('mail:passwordChanged.intro', when) },
        { type: 'paragraph', text: t('mail:passwordChanged.warning') },
        { type: 'link', label: t('mail:passwordChanged.link'), url: `${env.publicUrl}${paths.forgotPassword}` },
      ],
    });
  },
};
