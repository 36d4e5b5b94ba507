import type { Context } from '#server/platform/context.ts';
import { isBanned } from '#shared/accounts/account-rules.ts';
import { AppError } from '#shared/errors.ts';
import { findUserById, type User } from './accounts.queries.ts';
import { extendBans, findPersonBan, lockAccounts, lockNumber, type PersonBan, writeBan, writePersonBan } from './bans.queries.ts';
import { digestNumber } from './personal-data.ts';

/** All accounts of one person. `digest` is that of the personal number; null when it is not known, as for a guest who was given tickets. */
export type Person = { digest: string | null; accounts: [User, ...User[]] };

/**
 * The person of an account, locked in the caller's transaction: its accounts, and its number against a new account. The named account comes
 * first. @throws user_not_found
 */
export async function lockPerson(tx: Context, id: number): Promise<Person> {
  const known = await findUserById(tx.db, id);
  if (!known) throw new AppError('user_not_found');
  const digest = knownDigest(tx, known);
  if (digest !== null) await lockNumber(tx.db, digest);
  const accounts = await lockAccounts(tx.db, id, digest);
  const own = accounts.find((account) => account.id === id);
  if (!own) throw new AppError('user_not_found');
  return { digest, accounts: [own, ...accounts.filter((account) => account !== own)] };
}

/** Accounts without a number have no digest, or that of an empty text. */
function knownDigest({ keys }: Context, { personalNumberDigest }: User): string | null {
  return personalNumberDigest === digestNumber(keys, '') ? null : personalNumberDigest;
}

/** Bans a person with all accounts, or ends the ban (null). The person is locked. */
export async function banPerson(tx: Context, { digest, accounts }: Person, ban: PersonBan | null): Promise<void> {
  await writeBan(
    tx.db,
    accounts.map(({ id }) => id),
    ban,
  );
  if (digest !== null) await writePersonBan(tx.db, digest, ban);
}

/** Refuses a new account with the number of a banned person, in the transaction that adds it. @throws person_banned */
export async function refuseBannedPerson(tx: Context, digest: string): Promise<void> {
  await lockNumber(tx.db, digest);
  const ban = await findPersonBan(tx.db, digest);
  if (ban && isBanned(ban, tx.clock.now())) throw new AppError('person_banned');
}

/** At the start: bans that were written for an account alone, before they followed the person. Repeating it changes nothing. */
export async function extendOldBans({ db, clock, keys, log }: Context): Promise<void> {
  const banned = await extendBans(db, clock.now(), digestNumber(keys, ''));
  if (banned.length > 0) log.warn({ userIds: banned }, 'other accounts of banned people are banned as well');
}
