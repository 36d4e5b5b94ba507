import { isOneAddress } from '#server/platform/config/mail-addresses.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import { type MailKind, mailTranslator } from '#server/platform/mail/mail-kind.ts';
import type { Language } from '#shared/constants.ts';
import { dateText, timeText } from '#shared/dates.ts';
import { type EnquiryPart, splitEnquiry, valueOfPart } from '#shared/enquiries/enquiry-fields.ts';
import { type Enquiry, findEnquiryById, findReplyById } from './enquiries.queries.ts';

declare module '#server/platform/mail/mail-kind.ts' {
  interface MailPayloads {
    enquiry: { enquiryId: number };
    'enquiry-reply': { replyId: number };
  }
}

const SUBJECT_NAME_MAX = 80;

/** Sends a visitor's enquiry to the venue. Its reply-to is the visitor if the enquiry has a usable address. */
export const enquiryMail: MailKind<'enquiry'> = {
  async render(ctx, { payload, language }) {
    const enquiry = await findEnquiryById(ctx.db, payload.enquiryId);
    if (!enquiry) return undefined;
    const parts = splitEnquiry(enquiry.kind, enquiry.body);
    const sender = valueOfPart(parts, 'email');
    const content = composeMail(ctx.venue(), {
      language,
      isForVenue: true,
      ...titles(enquiry.kind, language, valueOfPart(parts, 'name') || valueOfPart(parts, 'fullName')),
      blocks: [{ type: 'facts', rows: rowsOf(enquiry, parts, language) }],
    });
    return isOneAddress(sender) ? { ...content, replyTo: sender } : content;
  },
};

function titles(kind: Enquiry['kind'], language: Language, fullName: string): { subject: string; heading: string } {
  const t = mailTranslator(language);
  const name = Array.from(fullName).slice(0, SUBJECT_NAME_MAX).join('');
  if (kind === 'rental') {
    const subject = name ? t('mail:enquiry.rental.subject', { name }) : t('mail:enquiry.rental.subjectNameless');
    return { subject, heading: t('mail:enquiry.rental.heading') };
  }
  const subject = name ? t('mail:enquiry.dj.subject', { name }) : t('mail:enquiry.dj.subjectNameless');
  return { subject, heading: t('mail:enquiry.dj.heading') };
}

function rowsOf(enquiry: Enquiry, parts: EnquiryPart[] | undefined, language: Language): [string, string][] {
  const t = mailTranslator(language);
  const date = dateText(enquiry.createdAt, language, t);
  const received = t('mail:enquiry.receivedText', { date, time: timeText(enquiry.createdAt) });
  const written: [string, string][] = parts?.map(({ label, value }) => [label, value]) ?? [[t('mail:enquiry.message'), enquiry.body]];
  return [...written, [t('mail:enquiry.received'), received]];
}

/** The reply of staff to an enquiry, with the visitor's text below. */
export const enquiryReplyMail: MailKind<'enquiry-reply'> = {
  async render(ctx, { payload, language }) {
    const found = await findReplyById(ctx.db, payload.replyId);
    if (!found) return undefined;
    const { reply, enquiry } = found;
    const t = mailTranslator(language);
    const question = splitEnquiry(enquiry.kind, enquiry.body)?.find(({ field }) => field === 'eventDescription')?.value ?? enquiry.body;
    const date = dateText(enquiry.createdAt, language, t);
    const content = composeMail(ctx.venue(), {
      language,
      subject: reply.subject,
      heading: reply.subject,
      blocks: [
        { type: 'paragraph', text: reply.text },
        { type: 'note', text: `${t('mail:enquiryReply.asked', { date })}\n${question}` },
      ],
    });
    return { ...content, isPersonal: true };
  },
};
