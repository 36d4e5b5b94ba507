import type { SendMailOptions } from 'nodemailer';
import type { Context } from '#server/platform/context.ts';
import { addJob, declareJob, defineJob, FIRST, noPayload } from '#server/platform/jobs/jobs.ts';
import { waitForEndOfRush } from '#server/platform/load.ts';
import { failureText } from '#server/platform/log.ts';
import { oneLine } from '#server/platform/config/mail-addresses.ts';
import { isSecretMail, type MailContent, type MailKinds, renderMail } from './mail-kind.ts';
import { messageIdOf, sendMailJob, sendUrgentMailJob } from './mail.service.ts';
import { isRefusedForGood, isServerFault, MAILS_AT_ONCE, mailTransport, metFaults } from './mail-transport.ts';
import { beginAttempt, endMail, type Mail, noteFailure, SERVER_FAULT } from './mail.queries.ts';

/** Sends a mail that is in no table, without retries. @throws when it was not accepted */
export async function sendAtOnce(ctx: Context, mail: Unstored, content: MailContent): Promise<void> {
  const sent = { ...mail, messageId: messageIdOf(ctx, mail.key, ctx.clock.now()) };
  await mailTransport(ctx).send(toMessage(ctx, sent, content), `${ctx.clock.now().getTime()}-${mail.kind}`, ctx.hardStop);
}

type Unstored = Pick<Mail, 'key' | 'recipient' | 'language'> & { kind: string };

/** Alerts are a layer above mails, so the handler is in server/platform/alerts/watch-mails.jobs.ts. */
export const watchMailsJob = declareJob({ name: 'watch-mails', payload: noPayload });

/** About four days with the queue's back-off. */
const ATTEMPTS_MAX = 20;
const ERROR_TEXT_MAX = 500;

/**
 * Sends one mail after the rush, so that buyers and the door get their answers first. It waits in its worker, so that no further mail is
 * begun. Its own workers keep a slow or missing mail server from delaying payments and stock.
 */
export const createSendMail = (kinds: MailKinds) =>
  defineJob({
    ...sendMailJob,
    workers: MAILS_AT_ONCE,
    async run(ctx, { mailId }, stopping = ctx.stopping) {
      await waitForEndOfRush(stopping);
      await send(ctx, kinds, mailId, stopping);
    },
  });

/** Sends one mail at once. */
export const createSendUrgentMail = (kinds: MailKinds) =>
  defineJob({ ...sendUrgentMailJob, run: (ctx, { mailId }, stopping = ctx.stopping) => send(ctx, kinds, mailId, stopping) });

/**
 * Renders a mail from its payload, sends it and marks it as sent. If the process dies in between, it may be sent twice, with the same
 * Message-ID; a marked mail is never sent again.
 */
async function send(ctx: Context, kinds: MailKinds, mailId: number, stopping: AbortSignal): Promise<void> {
  // Otherwise it would be aborted at once, and still count as an attempt.
  if (ctx.stopping.aborted || stopping.aborted) throw new Error('the workers stop');
  const mail = await beginAttempt(ctx.db, mailId);
  if (!mail) return;
  const isSent = await attempt(ctx, kinds, mail).catch((error: unknown) => giveUpOrRetry(ctx, kinds, mail, error));
  if (!isSent) return;
  await endMail(ctx.db, mail.id, { state: 'sent', sentAt: ctx.clock.now(), lastError: null, ...wiped(ctx, kinds, mail) });
}

/** Erases a secret payload when its mail ends in any state. */
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

/** @throws to make the queue retry; the reason is stored with the mail only, because it may contain the recipient */
async function giveUpOrRetry(ctx: Context, kinds: MailKinds, mail: Mail, error: unknown): Promise<boolean> {
  const isFault = isServerFault(error);
  const reason = oneLine(`${isFault ? SERVER_FAULT : ''}${failureText(error)}`).slice(0, ERROR_TEXT_MAX);
  const isLastAttempt = mail.attempts >= ATTEMPTS_MAX && !ctx.hardStop.aborted;
  if (isRefusedForGood(error) || isLastAttempt) {
    await endMail(ctx.db, mail.id, { state: 'dead', lastError: reason, ...wiped(ctx, kinds, mail) });
    ctx.log.error({ mailId: mail.id, kind: mail.kind, attempts: mail.attempts }, 'a mail was given up');
    return false;
  }
  await noteFailure(ctx.db, mail.id, reason);
  // Alerts the Owners before the scheduled job, which runs each minute.
  if (isFault) {
    metFaults(ctx).count += 1;
    await addJob(ctx, watchMailsJob, {}, { key: watchMailsJob.name, priority: FIRST });
  }
  throw new Error(`mail ${mail.id} was not sent on attempt ${mail.attempts}`);
}

/** Where a developer's mails are written to files, the inbox at /dev/mail can show them as they were sent. */
const keepsSecrets = ({ env }: Context): boolean => !env.isProduction && env.smtpUrl === undefined;

/** The club's name as edited by staff: a name in `MAIL_FROM` would remain after the club is renamed. */
const senderName = ({ venue }: Context, language: Mail['language']): string => (language === 'ka' ? venue().nameKa : venue().name);

/** Builds the message for nodemailer. Addresses are passed as objects and in the envelope, so that none is parsed as a list. */
function toMessage(ctx: Context, mail: Pick<Mail, 'recipient' | 'language' | 'messageId'>, content: MailContent): SendMailOptions {
  const { env, clock } = ctx;
  return {
    from: { name: oneLine(senderName(ctx, mail.language)), address: env.mailFrom.address },
    to: { name: '', address: mail.recipient },
    replyTo: { name: '', address: content.replyTo ?? ctx.venue().email },
    envelope: { from: env.mailFrom.address, to: [mail.recipient] },
    messageId: mail.messageId,
    date: clock.now(),
    subject: oneLine(content.subject),
    headers: {
      ...(content.isPersonal ? {} : { 'Auto-Submitted': 'auto-generated' }),
      ...(content.unsubscribeUrl && {
        'List-Unsubscribe': `<${content.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
      'Content-Language': mail.language,
    },
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
