import { createHash } from 'node:crypto';
import type { Language } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import type { MailKindName } from '#shared/staff/mails.contract.ts';
import type { Context } from '#server/platform/context.ts';
import type { When } from '#server/platform/jobs/jobs.ts';
import { domainOf, isOneAddress } from './addresses.ts';
import { renderMail, type MailContent, type MailKinds, type MailPayloads } from './mail-kind.ts';
import { addSendings, isMailToWait, sendLater } from './send-after-rush.ts';
import { findLatestMails, findMailById, insertMails, type Mail } from './mail.queries.ts';

const LISTED_MAILS = 200;

type MailOrder<K extends MailKindName> = { key: string; kind: K; recipient: string; language: Language; payload: MailPayloads[K] };

/**
 * Queues a mail in the caller's transaction; it is sent after the commit. Queueing again under the same `key` does nothing. A recipient
 * that is not exactly one address never fails the caller: its mail is stored as dead.
 */
export const queueMail = <K extends MailKindName>(tx: Context, order: MailOrder<K>): Promise<void> => queueMails(tx, [order]);

type Urgency = Pick<When, 'priority' | 'afterMs'>;

/**
 * Queues many mails of one kind, like `queueMail`; with a negative `priority` before those that wait and also in a rush, or `afterMs` later.
 */
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

/**
 * Sends mails as soon as the caller's transaction commits, in a rush up to half a minute later, with all attempts, whatever was scheduled
 * for them before.
 */
export function queueSendings(tx: Context, mailIds: readonly number[], { priority = 0, afterMs = 0 }: Urgency = {}): Promise<void> {
  if (isMailToWait(tx) && priority >= 0 && afterMs === 0) return sendLater(tx, mailIds, { priority });
  const now = tx.clock.now().getTime();
  const payloads = mailIds.map((mailId) => ({ mailId, priority, ...(priority < 0 && { latest: now }) }));
  return addSendings(tx, payloads, { priority, afterMs });
}

/** Made from the key and stored with the mail, so every attempt has the same Message-ID. */
export function messageIdOf({ env }: Context, key: string, createdAt: Date): string {
  const digest = createHash('sha256').update(`${key} ${createdAt.toISOString()}`).digest('hex').slice(0, 32);
  return `<${digest}@${domainOf(env.mailFrom)}>`;
}

/** The latest mails, for the developer's inbox. @throws not_found in production */
export async function listMails(ctx: Context): Promise<Mail[]> {
  refuseInProduction(ctx);
  return findLatestMails(ctx.db, LISTED_MAILS);
}

/** A mail and its present content, for the developer's inbox. @throws not_found, also in production */
export async function readMail(ctx: Context, kinds: MailKinds, id: number): Promise<{ mail: Mail; content: MailContent | undefined }> {
  refuseInProduction(ctx);
  const mail = await findMailById(ctx.db, id);
  if (!mail) throw new AppError('not_found');
  return { mail, content: await renderMail(kinds, ctx, mail) };
}

function refuseInProduction({ env }: Context): void {
  if (env.isProduction) throw new AppError('not_found');
}
