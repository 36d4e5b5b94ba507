import { findSubscriber } from '#server/accounts/newsletter/newsletter.queries.ts';
import { UNSUBSCRIBE_PATH, unsubscribeUrl } from '#server/accounts/newsletter/unsubscribe-token.ts';
import type { Context } from '#server/platform/context.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import { type MailContent, type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import type { Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import type { AnnouncementTexts } from '#shared/staff/announcements.schemas.ts';
import { paragraphsOf, subjectOf } from './announcement.mail.ts';
import { findAnnouncement } from './announcements.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    newsletter: { announcementId: number; userId: number };
  }
}

/** A newsletter. Skipped when the guest withdrew the consent or was banned after it was queued. */
export const newsletterMail: MailKind<'newsletter'> = {
  async render(ctx, { payload: { announcementId, userId }, language }) {
    const texts = await findAnnouncement(ctx.db, announcementId);
    const subscriber = await findSubscriber(ctx.db, userId, ctx.clock.now());
    return texts && subscriber && composeNewsletter(ctx, { texts, language, userId });
  },
};

type Newsletter = { texts: AnnouncementTexts; language: Language; userId: number | undefined };

/** Composes the text with links to the events and to unsubscribe; without a user, as in a preview, the latter belongs to no account. */
export function composeNewsletter(ctx: Context, { texts, language, userId }: Newsletter): MailContent {
  const t = mailTranslator(language);
  const subject = subjectOf(texts, language);
  const out = userId === undefined ? `${ctx.env.publicUrl}${UNSUBSCRIBE_PATH}/-` : unsubscribeUrl(ctx, userId, language);
  const mail = composeMail(ctx.venue(), {
    language,
    subject,
    heading: subject,
    blocks: [
      ...paragraphsOf(texts, language),
      { type: 'link', label: t('mail:newsletter.events'), url: `${ctx.env.publicUrl}${paths.allEvents}?lang=${language}` },
      { type: 'note', text: t('mail:newsletter.why') },
      { type: 'small-link', label: t('mail:newsletter.out'), url: out },
    ],
  });
  return { ...mail, unsubscribeUrl: out };
}
