import { hash, verify } from '@node-rs/argon2';
import { createQueue } from '#server/platform/queue.ts';
import { randomUUID } from 'node:crypto';
import { toWireTime } from '#shared/dates.ts';
import type { Context } from '#server/platform/context.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { updateUser, type User } from './accounts.queries.ts';
import { deleteResets } from './password-resets.queries.ts';

/** OWASP's second set for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. About 40 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** A well-formed hash that no password has: 16 bytes of salt and 32 bytes of result, all zero. */
const NOBODYS_HASH = `${PREFIX}${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Two at once leave the event loop's machine some room; a flood is refused instead of taking all memory. Known devices and sessions go first. */
const queue = createQueue({ atOnce: 2, waiting: 100, retryAfterSeconds: 5 });

/** Hashes off the event loop. @throws too_many_requests */
export const hashPassword = (password: string): Promise<string> => queue.run(() => hash(password, COST));

/** Whether the password has this hash. No hash (an unknown account, or one without a password) is refused at the same cost. @throws too_many_requests */
export async function isPasswordOf(
  passwordHash: string | undefined,
  password: string,
  options: { preferredFor?: string } = {},
): Promise<boolean> {
  return queue.run(() => verify(passwordHash || NOBODYS_HASH, password), options);
}

/** True when the hash was made with other costs than today's. */
export const needsRehash = (passwordHash: string): boolean => !passwordHash.startsWith(PREFIX);

/** Writes a new password: links that were mailed for another one are over, and the guest is told by mail. */
export async function storePassword(tx: Context, user: Pick<User, 'id' | 'email' | 'language'>, passwordHash: string): Promise<void> {
  await updateUser(tx.db, user.id, { passwordHash });
  await deleteResets(tx.db, user.id);
  await queueMail(tx, {
    key: `password-changed:${randomUUID()}`,
    kind: 'password-changed',
    recipient: user.email,
    language: user.language,
    payload: { changedAt: toWireTime(tx.clock.now()) },
  });
}
