import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { fullName, isBanned } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { BanView, StaffGuestView } from '#shared/staff/guests.contract.ts';
import { findUserById, type User } from './accounts.queries.ts';
import {
  findAccountBans,
  findOtherAccounts,
  findPersonBan,
  lockAccount,
  lockAccountsOf,
  lockGuestsOf,
  lockNumber,
  type PersonBan,
  writeBan,
  writePersonBan,
} from './bans.queries.ts';
import { digestNumber } from './personal-data.ts';
import { mayDecide, mayDecideAbout, recordAboutUser, requireMayDecide } from './roles.service.ts';
import { recordSecurityEvent } from './security-events.service.ts';

/** Accounts of one person, locked. `digest` is that of the personal number, also locked; null leaves the ban of the number as it is. */
type Person = { digest: string | null; accounts: User[] };
type BanInput = { reason: string; until: string | null };

/**
 * Bans a guest, the personal number and its other accounts about which the caller may decide, from the next request on: no purchases, no
 * entry, no registration with the number; holds expire, signing in works. Replaces an earlier ban. @throws unauthorized, user_not_found,
 * forbidden (`requireMayDecide`), invalid_input
 */
export function banGuest(ctx: Context, id: number, { reason, until }: BanInput): Promise<BanView> {
  return withTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const bannedUntil = until === null ? null : new Date(until);
    if (bannedUntil && bannedUntil <= now) throw new AppError('invalid_input', { errors: { until: 'validation.ban_in_past' } });
    await changeBan(tx, await lockDecidable(tx, id), { bannedAt: now, bannedUntil, banReason: reason });
    return { since: toWireTime(now), until: bannedUntil && toWireTime(bannedUntil), reason };
  });
}

/**
 * Ends the ban of a guest and of the same other accounts, if there is one. The number remains banned if one of its accounts is banned about
 * which the caller may not decide. @throws as `banGuest`
 */
export function unbanGuest(ctx: Context, id: number): Promise<Record<string, never>> {
  return withTransaction(ctx, async (tx) => {
    const { digest, accounts, others } = await lockDecidable(tx, id);
    const isHeld = others.some((other) => isBanned(other, tx.clock.now()));
    await changeBan(tx, { digest: isHeld ? null : digest, accounts }, null);
    return {};
  });
}

/** Returns the other accounts that a ban of this guest affects: those about which the caller may decide. */
export async function listOtherAccounts(ctx: Context, id: number): Promise<StaffGuestView['otherAccounts']> {
  const { userId: callerId } = requireUser(ctx);
  const user = await findUserById(ctx.db, id);
  const digest = user?.personalNumberDigest;
  const others = digest ? await findOtherAccounts(ctx.db, { id, digest, callerId }) : [];
  return others.filter((other) => mayDecide(ctx, other)).map((other) => ({ id: other.id, name: fullName(other), email: other.email }));
}

/**
 * Locks a person's accounts. `others`: those about which the caller may not decide. @throws user_not_found, forbidden (`requireMayDecide`)
 */
async function lockDecidable(tx: Context, id: number): Promise<Person & { others: User[] }> {
  const known = await findUserById(tx.db, id);
  const digest = known?.personalNumberDigest ?? null;
  if (digest !== null) await lockNumber(tx.db, digest);
  const accounts = digest === null ? await lockAccount(tx.db, id) : await lockAccountsOf(tx.db, digest);
  if (!accounts.some((account) => account.id === id)) throw new AppError('user_not_found');
  await requireMayDecide(tx, id);
  const own = await decidable(tx, accounts);
  return { digest, accounts: own, others: accounts.filter((account) => !own.includes(account)) };
}

/** Returns those of the accounts about which the caller may decide. */
async function decidable(tx: Context, accounts: readonly User[]): Promise<User[]> {
  const found: User[] = [];
  for (const account of accounts) if (await mayDecideAbout(tx, account.id)) found.push(account);
  return found;
}

/**
 * Applies bans after an account (`before`: its old row) got the number of `digest`; both are locked. The longer ban wins, the account's or
 * the person's; the account's then applies to the person. `endsBan` drops the account's ban, which was for another person.
 */
export async function applyBansOfNumber(
  tx: Context,
  before: User,
  { digest, endsBan }: { digest: string; endsBan: boolean },
): Promise<void> {
  const now = tx.clock.now();
  const [own, stored] = [endsBan ? null : presentBan(before, now), await findPersonBan(tx.db, digest)];
  const ofPerson = stored ? presentBan(stored, now) : null;
  if (own && (!ofPerson || endMs(own) > endMs(ofPerson))) {
    const others = (await lockAccountsOf(tx.db, digest)).filter(({ id }) => id !== before.id);
    await changeBan(tx, { digest, accounts: await decidable(tx, others) }, own);
  } else if (ofPerson || before.bannedAt) await changeBan(tx, { digest: null, accounts: [before] }, ofPerson);
}

function presentBan(
  { bannedAt, bannedUntil, banReason }: Pick<User, 'bannedAt' | 'bannedUntil' | 'banReason'>,
  now: Date,
): PersonBan | null {
  if (!bannedAt || !isBanned({ bannedAt, bannedUntil }, now)) return null;
  return { bannedAt, bannedUntil, banReason: banReason ?? '' };
}

const endMs = ({ bannedUntil }: Pick<User, 'bannedUntil'>): number => bannedUntil?.getTime() ?? Number.POSITIVE_INFINITY;

/** Bans a person with these accounts, or ends the ban (null), with an audit entry for each account. */
async function changeBan(tx: Context, { digest, accounts }: Person, ban: PersonBan | null): Promise<void> {
  const ids = accounts.map(({ id }) => id);
  await writeBan(tx.db, ids, ban);
  if (digest !== null) await writePersonBan(tx.db, digest, ban);
  const now = tx.clock.now();
  for (const account of accounts) {
    if (ban === null && account.bannedAt === null) continue;
    const detail = { before: endOf(account, now), after: ban && endOf(ban, now), ...(ban && { reason: ban.banReason }) };
    await recordAboutUser(tx, account, { action: ban ? 'guest.ban' : 'guest.unban', detail });
  }
  await tx.hooks.onBanChanged(tx, ids);
}

/** Returns the end of a present ban for the audit log. */
function endOf({ bannedAt, bannedUntil }: Pick<User, 'bannedAt' | 'bannedUntil'>, now: Date): string | null {
  if (!isBanned({ bannedAt, bannedUntil }, now)) return null;
  return bannedUntil ? toWireTime(bannedUntil) : 'for good';
}

/** Refuses a new account with the number of a banned person, in the transaction that inserts it. @throws person_banned */
export async function refuseBannedPerson(tx: Context, digest: string | null): Promise<void> {
  if (digest === null) return;
  await lockNumber(tx.db, digest);
  const ban = await findPersonBan(tx.db, digest);
  if (ban && isBanned(ban, tx.clock.now())) throw new AppError('person_banned');
}

/** Ends the ban of a personal number, also when no account is left. For the operator at the server. Returns what was ended. */
export function liftBan(ctx: Context, personalNumber: string): Promise<{ ban: PersonBan | undefined; accounts: User[] }> {
  return withTransaction(ctx, async (tx) => {
    const digest = digestNumber(tx.keys, personalNumber);
    await lockNumber(tx.db, digest);
    const [ban, all] = [await findPersonBan(tx.db, digest), await lockAccountsOf(tx.db, digest)];
    const accounts = all.filter(({ bannedAt }) => bannedAt !== null);
    await changeBan(tx, { digest, accounts }, null);
    if (ban) await recordSecurityEvent(tx, 'ban_lifted', accounts[0]?.id ?? null);
    return { ban, accounts };
  });
}

/**
 * At the start of the server: extends guests' bans from before a ban applied to the person. The longest one wins; staff accounts are
 * skipped.
 */
export async function extendOldBans(ctx: Context): Promise<void> {
  for (const digest of await findAccountBans(ctx.db, ctx.clock.now())) await extendBan(ctx, digest);
}

function extendBan(ctx: Context, digest: string): Promise<void> {
  return withTransaction(ctx, async (tx) => {
    await lockNumber(tx.db, digest);
    // Another process that is starting did it first.
    if (await findPersonBan(tx.db, digest)) return;
    const now = tx.clock.now();
    const accounts = await lockGuestsOf(tx.db, digest);
    const [longest] = accounts.filter((account) => isBanned(account, now)).toSorted((one, other) => endMs(other) - endMs(one));
    const ban = longest && presentBan(longest, now);
    if (ban) await changeBan(tx, { digest, accounts }, ban);
  });
}
