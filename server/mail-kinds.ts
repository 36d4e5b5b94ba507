import { accountStatusMail } from './accounts/account-status.mail.ts';
import { passwordChangedMail } from './accounts/password-changed.mail.ts';
import { passwordResetMail } from './accounts/password-reset.mail.ts';
import { welcomeMail } from './accounts/welcome.mail.ts';
import { enquiryReplyMail } from './enquiries/enquiry-reply.mail.ts';
import { enquiryMail } from './enquiries/enquiry.mail.ts';
import type { MailKinds } from './mail/mail-kind.ts';
import { refundMail } from './payments/refunds/refund.mail.ts';
import { eventNoticeMail } from './tickets/event-notice.mail.ts';
import { ticketMail } from './tickets/ticket.mail.ts';

/** Every kind of mail, each written by the feature it belongs to. */
export const mailKinds: MailKinds = {
  ticket: ticketMail,
  refund: refundMail,
  'event-notice': eventNoticeMail,
  'password-reset': passwordResetMail,
  'password-changed': passwordChangedMail,
  enquiry: enquiryMail,
  'enquiry-reply': enquiryReplyMail,
  welcome: welcomeMail,
  'account-status': accountStatusMail,
};
