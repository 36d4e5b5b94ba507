import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { StuckMailView } from '#shared/staff/mails.contract.ts';
import { PAGE_SIZE, toPage } from '#shared/staff/paging.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { withTransaction, type Context } from '#server/platform/context.ts';
import { isOneAddress } from '#server/platform/config/mail-addresses.ts';
import { isSecretMail, isWarning, type MailKinds } from '#server/platform/mail/mail-kind.ts';
import { type Mail, findStuckMails, lockMailById, updateMail } from '#server/platform/mail/mail.queries.ts';
import { resend } from '#server/platform/mail/mail.service.ts';

/** A younger mail is still being delivered. */
const WAITS_LONG_MS = 10 * 60_000;

type Wanted = { state?: 'queued' | 'dead' | undefined; before?: number | undefined; limit?: number | undefined };

/** Undelivered mails, newest first. */
export async function listStuckMails(ctx: Context, kinds: MailKinds, { limit = PAGE_SIZE, ...wanted }: Wanted) {
  const waitingSince = new Date(ctx.clock.now().getTime() - WAITS_LONG_MS);
  const rows = await findStuckMails(ctx.db, { ...wanted, waitingSince, limit: limit + 1 });
  return toPage(
    rows.map((mail) => toView(kinds, mail)),
    limit,
  );
}

function toView(kinds: MailKinds, mail: Mail): StuckMailView {
  const { id, kind, recipient, state, attempts, lastError, createdAt } = mail;
  const canRetry = hasSomethingToSend(mail);
  return {
    id,
    kind,
    recipient,
    state,
    attempts,
    lastError: lastError && withoutSecrets(lastError),
    canRetry,
    canGiveUp: canGiveUp(kinds, mail),
    createdAt: toWireTime(createdAt),
  };
}

const canGiveUp = (kinds: MailKinds, mail: Mail): boolean => mail.state === 'queued' && !isWarning(kinds, mail);

/** Returns true if the mail can still be sent. The payload is erased when it was secret or the recipient's account was deleted. */
const hasSomethingToSend = ({ recipient, payload, state }: Mail): boolean =>
  (state === 'queued' || state === 'dead') &&
  isOneAddress(recipient) &&
  typeof payload === 'object' &&
  payload !== null &&
  Object.keys(payload).length > 0;

/** Server addresses may contain a password, and server responses a token. */
const withoutSecrets = (text: string): string =>
  text.replaceAll(/\/\/[^/\s@]*@/g, '//…@').replaceAll(/(?<![\w+/=-])[\w+/=-]{32,}(?![\w+/=-])/g, '…');

/** Sends an undelivered mail again. @throws not_found, mail_without_address, conflict if it was sent or is empty */
export function retryMail(ctx: Context, kinds: MailKinds, id: number): Promise<StuckMailView> {
  return withTransaction(ctx, async (tx) => {
    const mail = await lockMail(tx, id);
    if (!isOneAddress(mail.recipient)) throw new AppError('mail_without_address');
    if (!hasSomethingToSend(mail)) throw new AppError('conflict');
    const isQueuedAnew = await resend(tx, mail);
    const next = await updateMail(tx.db, id, { state: 'queued', ...(isQueuedAnew && { attempts: 0 }) });
    await recordAction(tx, { action: 'mail.retry', subject: `mail ${id}`, detail: detailOf(mail, next) });
    return toView(kinds, next);
  });
}

/** Gives up a waiting mail and erases a secret in it. @throws not_found, conflict if it is not waiting or warns about an account */
export function giveUpMail(ctx: Context, kinds: MailKinds, id: number): Promise<StuckMailView> {
  return withTransaction(ctx, async (tx) => {
    const mail = await lockMail(tx, id);
    if (!canGiveUp(kinds, mail)) throw new AppError('conflict');
    const next = await updateMail(tx.db, id, { state: 'dead', ...(isSecretMail(kinds, mail) ? { payload: {} } : {}) });
    await recordAction(tx, { action: 'mail.give_up', subject: `mail ${id}`, detail: detailOf(mail, next) });
    return toView(kinds, next);
  });
}

/** Without the recipient, because audit entries are kept for good. */
const detailOf = ({ kind, state: before, attempts }: Mail, { state: after }: Mail) => ({ kind, attempts, before, after });

/** @throws not_found */
async function lockMail(tx: Context, id: number): Promise<Mail> {
  const mail = await lockMailById(tx.db, id);
  if (!mail) throw new AppError('not_found');
  return mail;
}
