import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Language } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import type { MailKindName } from '#shared/staff/mails.contract.ts';
import type { Context } from '#server/platform/context.ts';
import { addJobs, declareJob, FIRST, type When } from '#server/platform/jobs/jobs.ts';
import { domainOf, isOneAddress } from '#server/platform/config/mail-addresses.ts';
import { renderMail, type MailContent, type MailKinds, type MailPayloads } from './mail-kind.ts';
import { findLatestMails, findMailById, insertMails, isBeingSent, type Mail } from './mail.queries.ts';

const LISTED_MAILS = 200;

type MailOrder<K extends MailKindName> = { key: string; kind: K; recipient: string; language: Language; payload: MailPayloads[K] };

/**
 * Queues a mail in the caller's transaction; it is sent after the commit. Queueing again under the same `key` does nothing. A recipient
 * that is not exactly one address never fails the caller: its mail is stored as dead.
 */
export const queueMail = <K extends MailKindName>(tx: Context, order: MailOrder<K>): Promise<void> => queueMails(tx, [order]);

/** `isUrgent`: sent even in a rush, and before mails that wait. */
type Urgency = { isUrgent?: boolean } & Pick<When, 'priority' | 'afterMs'>;

/** Queues many mails of one kind, like `queueMail`. */
export async function queueMails<K extends MailKindName>(
  tx: Context,
  orders: readonly MailOrder<K>[],
  urgency: Urgency = {},
): Promise<void> {
  const createdAt = tx.clock.now();
  const rows = orders.map((order) => ({ ...order, ...fitness(order.recipient), messageId: messageIdOf(tx, order.key, createdAt) }));
  await queueSendings(tx, await insertMails(tx.db, rows, createdAt), urgency);
}

const fitness = (recipient: string) =>
  isOneAddress(recipient)
    ? ({ state: 'queued', lastError: null } as const)
    : ({ state: 'dead', lastError: 'The recipient is not one e-mail address.' } as const);

const payload = z.object({ mailId: z.int() });
/** Apart from their handlers in mail.jobs.ts, which import this file. */
export const sendMailJob = declareJob({ name: 'send-mail', payload });
/** One at a time, so that a mail server that hangs occupies only one worker; payments and stock need the others. */
export const sendUrgentMailJob = declareJob({ name: 'send-urgent-mail', queue: 'urgent-mails', payload });

/** Sends mails as soon as the caller's transaction commits, with all attempts; replaces earlier jobs for them. */
function queueSendings(tx: Context, mailIds: readonly number[], { isUrgent = false, ...when }: Urgency = {}): Promise<void> {
  const queued = mailIds.map((mailId) => ({ payload: { mailId }, key: keyOf(mailId) }));
  return isUrgent ? addJobs(tx, sendUrgentMailJob, queued, { ...when, priority: FIRST }) : addJobs(tx, sendMailJob, queued, when);
}

/**
 * Sends a mail again and returns true, or returns false if a worker is sending it now. A mail that was given up is always queued, because
 * its worker may have finished.
 */
export async function resend(tx: Context, { id, state }: Pick<Mail, 'id' | 'state'>): Promise<boolean> {
  if (state !== 'dead' && (await isBeingSent(tx.db, keyOf(id)))) return false;
  await queueSendings(tx, [id]);
  return true;
}

const keyOf = (mailId: number): string => `mail:${mailId}`;

/** Derived from the key and stored with the mail, so that every attempt has the same Message-ID. */
export function messageIdOf({ env }: Context, key: string, createdAt: Date): string {
  const digest = createHash('sha256').update(`${key} ${createdAt.toISOString()}`).digest('hex').slice(0, 32);
  return `<${digest}@${domainOf(env.mailFrom)}>`;
}

/** Returns the latest mails, for the developer's inbox. @throws not_found in production */
export async function listMails(ctx: Context): Promise<Mail[]> {
  refuseInProduction(ctx);
  return findLatestMails(ctx.db, LISTED_MAILS);
}

/** Returns a mail and its present content, for the developer's inbox. @throws not_found, also in production */
export async function readMail(ctx: Context, kinds: MailKinds, id: number): Promise<{ mail: Mail; content: MailContent | undefined }> {
  refuseInProduction(ctx);
  const mail = await findMailById(ctx.db, id);
  if (!mail) throw new AppError('not_found');
  return { mail, content: await renderMail(kinds, ctx, mail) };
}

function refuseInProduction({ env }: Context): void {
  if (env.isProduction) throw new AppError('not_found');
}
