import type { Context } from '#server/platform/context.ts';
import type { Language } from '#shared/constants.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { insertUser, lockUserByEmail, type User } from './accounts.queries.ts';
import { sealPersonal } from './personal-data.ts';
import { endSessionsOfUser, findSessionsOfUser } from './sessions.queries.ts';

type Known = {
  email: string;
  firstName: string;
  lastName: string;
  phoneNumber?: string;
  /** `YYYY-MM-DD` */
  birthdate?: string;
  language?: Language;
};

/** Inserts an account that cannot be signed in to without a reset link; undefined when the address already has one. */
export function insertPasswordless(tx: Context, { birthdate = '', phoneNumber = '', ...known }: Known): Promise<User | undefined> {
  const sealed = (field: 'personalNumber' | 'birthdate', text: string) => sealPersonal(tx.keys.personalData, field, text);
  return insertUser(tx.db, {
    ...known,
    phoneNumber,
    country: '',
    passwordHash: '',
    sealedPersonalNumber: sealed('personalNumber', ''),
    sealedBirthdate: sealed('birthdate', birthdate),
    createdAt: tx.clock.now(),
  });
}

/** How long a guest whose answer was lost can try again. */
const RETRY_MS = 10 * MINUTE_MS;

/**
 * Returns the account that a door sale opened and ends its session, so that a retry of the same sale can use it. Only a new account without
 * a proved mailbox, a password or another session, so that the caller gets access to nothing new.
 */
export async function reopenPasswordless(tx: Context, email: string, entryHash: string): Promise<User | undefined> {
  const user = await lockUserByEmail(tx.db, email);
  const now = tx.clock.now();
  const usedSince = new Date(now.getTime() - RETRY_MS);
  if (!user || user.passwordHash !== '' || user.emailProvedAt || user.createdAt <= usedSince) return undefined;
  const sessions = await findSessionsOfUser(tx.db, user.id, { now, usedSince });
  if (sessions.length === 0 || sessions.some((session) => session.entryHash !== entryHash)) return undefined;
  await endSessionsOfUser(tx.db, user.id, now);
  return user;
}
