import { paths } from '#shared/paths.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import type { MailKind } from '#server/platform/mail/mail-kind.ts';
import { mailWords } from '#server/platform/mail/mail-words.ts';
import { findUserById } from './accounts.queries.ts';

/**
 * Tells a new guest that the account is there and what happens next. Nothing that was typed stands in it, not even the name: anybody
 * can register with the address of somebody else, and must not be able to write to them through us (docs/decisions/0019).
 */
export const welcomeMail: MailKind<'welcome'> = {
  async render(ctx, { payload, language }) {
    if (!(await findUserById(ctx.db, payload.userId))) return undefined;
    const t = mailWords(language);
    const { venue, publicUrl } = ctx.env;
    return composeMail(ctx.env, {
      language,
      subject: t('mail:welcome.subject', { site: language === 'ka' ? venue.nameKa : venue.name }),
      heading: t('mail:welcome.heading'),
      blocks: [
        { type: 'paragraph', text: t('mail:welcome.intro') },
        { type: 'paragraph', text: t('mail:welcome.next') },
        { type: 'link', label: t('mail:welcome.link'), url: `${publicUrl}${paths.login}` },
        { type: 'note', text: t('mail:welcome.ignore') },
      ],
    });
  },
};
