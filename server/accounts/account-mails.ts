import { randomUUID } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import type { User } from './accounts.queries.ts';

type Reader = Pick<User, 'id' | 'email' | 'language'>;

/** Asks for the mail after registering, in the caller's transaction. */
export const queueWelcome = (tx: Context, { id, email, language }: Reader): Promise<void> =>
  queueMail(tx, { key: `welcome:${id}`, kind: 'welcome', recipient: email, language, payload: { userId: id } });

/** Asks for the mail about a status that has just changed, in the transaction that changed it. `reason` is for the guest to read. */
export const queueStatus = (tx: Context, { id, email, language, status }: Reader & Pick<User, 'status'>, reason = ''): Promise<void> =>
  queueMail(tx, {
    key: `account-status:${id}:${randomUUID()}`,
    kind: 'account-status',
    recipient: email,
    language,
    payload: { userId: id, status, ...(reason && { reason }) },
  });
