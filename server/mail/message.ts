import type { SendMailOptions } from 'nodemailer';
import type { Context } from '#server/context.ts';
import { mailboxOf, oneLine } from './addresses.ts';
import type { MailContent } from './mail-kind.ts';
import type { Mail } from './mail.queries.ts';

/** The message nodemailer sends. Addresses go in as objects and as the envelope, so none is ever read as a list. */
export function toMessage({ env, clock }: Context, mail: Mail, content: MailContent): SendMailOptions {
  return {
    from: env.mailFrom,
    to: { name: '', address: mail.recipient },
    replyTo: { name: '', address: content.replyTo ?? mailboxOf(env.venue.email) },
    envelope: { from: mailboxOf(env.mailFrom), to: [mail.recipient] },
    messageId: mail.messageId,
    date: clock.now(),
    subject: oneLine(content.subject),
    headers: { ...(content.isPersonal ? {} : { 'Auto-Submitted': 'auto-generated' }), 'Content-Language': mail.language },
    html: content.html,
    text: content.text,
    attachments: [
      ...content.pictures.map(({ cid, filename, png }) => ({
        cid,
        filename,
        content: png,
        contentType: 'image/png',
        contentDisposition: 'inline' as const,
      })),
      ...(content.files ?? []),
    ],
  };
}
