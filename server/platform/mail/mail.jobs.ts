import type { SendMailOptions } from 'nodemailer';
import type { Context } from '#server/platform/context.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { oneLine } from './addresses.ts';
import { isSecretMail, type MailContent, type MailKinds, renderMail } from './mail-kind.ts';
import { isRefusedForGood, mailTransport } from './mail-transport.ts';
import { beginAttempt, endMail, type Mail, noteFailure } from './mail.queries.ts';

/** About four days with the queue's back-off. */
const ATTEMPTS_MAX = 20;
const ERROR_TEXT_MAX = 500;

/**
 * The job that sends one mail: renders it from its payload, hands it over, marks it. It may hand a mail over twice when the process
 * dies in between, with the same Message-ID; a mail that is marked is never sent again.
 */
export function createSendMail(kinds: MailKinds): Job<'send-mail'> {
  return async (ctx, { mailId }) => {
    // It would be given up at once, and yet count as tried.
    if (ctx.stopping.aborted) throw new Error('the process stops');
    const mail = await beginAttempt(ctx.db, mailId);
    if (!mail) return;
    const isSent = await attempt(ctx, kinds, mail).catch((error: unknown) => giveUpOrRetry(ctx, kinds, mail, error));
    if (!isSent) return;
    await endMail(ctx.db, mail.id, { state: 'sent', sentAt: ctx.clock.now(), lastError: null, ...wiped(ctx, kinds, mail) });
  };
}

/** A secret goes with the mail's end, whichever it is. */
const wiped = (ctx: Context, kinds: MailKinds, mail: Mail) => (isSecretMail(kinds, mail) && !keepsSecrets(ctx) ? { payload: {} } : {});

async function attempt(ctx: Context, kinds: MailKinds, mail: Mail): Promise<boolean> {
  const content = await renderMail(kinds, ctx, mail);
  if (!content) {
    await endMail(ctx.db, mail.id, { state: 'skipped', lastError: null, ...wiped(ctx, kinds, mail) });
    return false;
  }
  const name = `${String(mail.id).padStart(6, '0')}-${mail.kind}`;
  await mailTransport(ctx).send(toMessage(ctx, mail, content), name, ctx.hardStop);
  return true;
}

/** @throws to have the queue try again later; the reason stays in the mail's row, because it may name the recipient */
async function giveUpOrRetry(ctx: Context, kinds: MailKinds, mail: Mail, error: unknown): Promise<boolean> {
  const reason = oneLine(error instanceof Error ? error.message : String(error)).slice(0, ERROR_TEXT_MAX);
  const isLastAttempt = mail.attempts >= ATTEMPTS_MAX && !ctx.hardStop.aborted;
  if (isRefusedForGood(error) || isLastAttempt) {
    await endMail(ctx.db, mail.id, { state: 'dead', lastError: reason, ...wiped(ctx, kinds, mail) });
    ctx.log.error({ mailId: mail.id, kind: mail.kind, attempts: mail.attempts }, 'a mail was given up');
    return false;
  }
  await noteFailure(ctx.db, mail.id, reason);
  throw new Error(`mail ${mail.id} was not sent on attempt ${mail.attempts}`);
}

/** Where mails are files for a developer, the inbox at /dev/mail can show them as they were sent. */
const keepsSecrets = ({ env }: Context): boolean => !env.isProduction && env.smtpUrl === undefined;

/** The club's own name, as staff write it, unless `MAIL_FROM` gives another. */
const senderName = ({ env, venue }: Context, language: Mail['language']): string =>
  env.mailFrom.name ?? (language === 'ka' ? venue().nameKa : venue().name);

/** The message nodemailer sends. Addresses go in as objects and as the envelope, so none is ever read as a list. */
function toMessage(ctx: Context, mail: Mail, content: MailContent): SendMailOptions {
  const { env, clock } = ctx;
  return {
    from: { name: oneLine(senderName(ctx, mail.language)), address: env.mailFrom.address },
    to: { name: '', address: mail.recipient },
    replyTo: { name: '', address: content.replyTo ?? ctx.venue().email },
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
