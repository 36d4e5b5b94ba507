import type { SendMailOptions } from 'nodemailer';
import type { Context } from '#server/platform/context.ts';
import { oneLine } from './addresses.ts';
import type { Env } from '#server/platform/config/env.ts';
import type { MailContent } from './mail-kind.ts';
import type { Mail } from './mail.queries.ts';

/** The club's own name, as staff write it, unless `MAIL_FROM` gives another. */
const senderName = ({ mailFrom, venue }: Env, language: Mail['language']): string =>
  mailFrom.name ?? (language === 'ka' ? venue.nameKa : venue.name);

/** The message nodemailer sends. Addresses go in as objects and as the envelope, so none is ever read as a list. */
export function toMessage({ env, clock }: Context, mail: Mail, content: MailContent): SendMailOptions {
  return {
    from: { name: oneLine(senderName(env, mail.language)), address: env.mailFrom.address },
    to: { name: '', address: mail.recipient },
    replyTo: { name: '', address: content.replyTo ?? env.venue.email },
    envelope: { from: env.mailFrom.address, to: [mail.recipient] },
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
