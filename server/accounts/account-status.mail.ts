import { paths } from '#shared/paths.ts';
import type { Block } from '#server/platform/mail/blocks.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import type { MailKind } from '#server/platform/mail/mail-kind.ts';
import { mailWords } from '#server/platform/mail/mail-words.ts';
import { findUserById } from './accounts.queries.ts';

const reasonOf = (reason: string | undefined, label: string): Block[] =>
  reason === undefined ? [] : [{ type: 'facts', rows: [[label, reason]] }];

/** Tells a guest what the club thinks of the account now. A status that is already another one again is not told any more. */
export const accountStatusMail: MailKind<'account-status'> = {
  async render(ctx, { payload, language }) {
    const user = await findUserById(ctx.db, payload.userId);
    if (user?.status !== payload.status) return undefined;
    const t = mailWords(language);
    return composeMail(ctx.env, {
      language,
      subject: t(`mail:accountStatus.${payload.status}.title`),
      heading: t(`mail:accountStatus.${payload.status}.title`),
      blocks: [
        { type: 'paragraph', text: t(`mail:accountStatus.${payload.status}.text`) },
        ...reasonOf(payload.reason, t('mail:accountStatus.reason')),
        { type: 'link', label: t('mail:accountStatus.profile'), url: `${ctx.env.publicUrl}${paths.profile}` },
      ],
    });
  },
};
