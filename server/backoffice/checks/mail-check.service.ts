import { findUserById } from '#server/accounts/accounts.queries.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { HOUR, type Limit, consumeLimits } from '#server/platform/limits/limits.ts';
import { failureText } from '#server/platform/log.ts';
import { oneLine } from '#server/platform/config/mail-addresses.ts';
import { composeMail } from '#server/platform/mail/layout.ts';
import { mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { sendAtOnce } from '#server/platform/mail/mail.jobs.ts';
import { smtpErrorOf } from '#server/platform/mail/mail-transport.ts';
import { CALL_TIMEOUT_MS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import type { MAIL_REFUSALS, MailCheckView } from '#shared/staff/checks.contract.ts';

const TEST_MAILS: Limit = { name: 'mailTest', points: 10, duration: HOUR };
const ANSWER_MAX = 300;
/** Shorter than the browser's timeout, so that the browser gets an answer. */
const TIMEOUT_MS = 0.8 * CALL_TIMEOUT_MS;

/** Sends the caller a test mail at once, without the queue, and returns the outcome. @throws unauthorized, too_many_requests */
export async function sendTestMail(ctx: Context): Promise<MailCheckView> {
  const { userId } = requireUser(ctx);
  const user = await findUserById(ctx.db, userId);
  if (!user) throw new AppError('unauthorized');
  await consumeLimits(ctx, [TEST_MAILS, String(userId)]);
  await withTransaction(ctx, (tx) => recordAction(tx, { action: 'mail.test', subject: 'club', detail: {} }));
  const { email: to, language } = user;
  const t = mailTranslator(language);
  const content = composeMail(ctx.venue(), {
    language,
    isForVenue: true,
    subject: t('mail:test.subject'),
    heading: t('mail:test.heading'),
    blocks: [{ type: 'paragraph', text: t('mail:test.text') }],
  });
  const late = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const hardStop = AbortSignal.any([ctx.hardStop, late]);
    await sendAtOnce({ ...ctx, hardStop }, { key: `test:${userId}`, kind: 'test', recipient: to, language }, content);
  } catch (error) {
    ctx.log.warn({ reason: failureText(error) }, 'a test mail was not sent');
    const answer = oneLine(smtpErrorOf(error).response ?? failureText(error)).slice(0, ANSWER_MAX);
    return { state: 'refused', to, reason: late.aborted ? 'late' : reasonOf(error), answer };
  }
  return { state: ctx.env.smtpUrl === undefined ? 'files' : 'accepted', to, reason: null, answer: null };
}

type Reason = (typeof MAIL_REFUSALS)[number];

/** Error codes of nodemailer. */
const reasons: Record<string, Reason> = {
  EAUTH: 'login',
  ENOAUTH: 'login',
  EOAUTH2: 'login',
  ETLS: 'encryption',
  EREQUIRETLS: 'encryption',
  ETIMEDOUT: 'late',
  ECONNECTION: 'unreachable',
  ECONNREFUSED: 'unreachable',
  EDNS: 'unreachable',
  ENOTFOUND: 'unreachable',
  EHOSTUNREACH: 'unreachable',
};

function reasonOf(error: unknown): Reason {
  const { code = '', command = '' } = smtpErrorOf(error);
  if (command === 'MAIL FROM') return 'sender';
  if (command === 'RCPT TO') return 'recipient';
  if (code === 'ESOCKET') return /refused|not found|unreach/i.test(failureText(error)) ? 'unreachable' : 'encryption';
  return reasons[code] ?? 'other';
}
