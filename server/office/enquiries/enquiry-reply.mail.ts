import { dateText } from '#shared/dates.ts';
import { splitEnquiry } from '#shared/enquiries/joined-text.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import type { MailKind } from '#server/platform/mail/mail-kind.ts';
import { mailWords } from '#server/platform/mail/mail-words.ts';
import { findReplyById } from './staff-enquiries.queries.ts';

/** What staff answers to an enquiry, with the visitor's own words below. */
export const enquiryReplyMail: MailKind<'enquiry-reply'> = {
  async render(ctx, { payload, language }) {
    const found = await findReplyById(ctx.db, payload.replyId);
    if (!found) return undefined;
    const { reply, enquiry } = found;
    const t = mailWords(language);
    const asked = splitEnquiry(enquiry.kind, enquiry.body)?.find(({ field }) => field === 'eventDescription')?.value ?? enquiry.body;
    const date = dateText(enquiry.createdAt, language, t);
    const content = composeMail(ctx.env, {
      language,
      subject: reply.subject,
      heading: reply.subject,
      blocks: [
        { type: 'paragraph', text: reply.text },
        { type: 'note', text: `${t('mail:enquiryReply.asked', { date })}\n${asked}` },
      ],
    });
    return { ...content, isPersonal: true };
  },
};
