import type { MailKind } from '#server/platform/mail/mail-kind.ts';
import type { AnnouncementTexts } from '#shared/staff/announcements.schemas.ts';
import { findAudience } from './audiences.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    'announcement-test': { eventId: number | null; userId: number; texts: AnnouncementTexts };
  }
}

/** A message or newsletter, mailed to its author before it is sent; the unsubscribe link of a newsletter is the author's own. */
export const announcementTestMail: MailKind<'announcement-test'> = {
  async render(ctx, { payload: { eventId, userId, texts }, language }) {
    const audience = await findAudience(ctx, eventId);
    return audience?.compose(ctx, texts, { language, userId });
  },
};
