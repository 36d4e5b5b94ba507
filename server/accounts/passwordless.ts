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

/** Adds an account that nobody can sign in to without a reset link, with what is known of its owner; undefined when the address has one. */
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

/** Somebody whose answer was lost tries again within this. */
const RETRY_MS = 10 * MINUTE_MS;

/**
 * Returns the account that an entry opened, to be opened by the same entry once more, and ends its session. Only a new account without a proved
 * mailbox, a password or another session: so nothing opens that the caller had not opened already.
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
