import type { User } from '#server/accounts/accounts.queries.ts';
import type { PersonBan } from '#server/accounts/bans.queries.ts';
import { banPerson, lockPerson } from '#server/accounts/bans.service.ts';
import { requireMayDecide } from '#server/accounts/roles.service.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { isBanned } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { BanView } from '#shared/staff/guests.contract.ts';
import { guestSubject } from './guest-detail.service.ts';

type BanInput = { reason: string; until: string | null };

/**
 * Bans a guest and all other accounts with the same personal number: from the next request on they cannot buy, and their tickets are
 * refused at the door; they can still sign in, and their holds expire. Nobody can register with that number. A new ban replaces an old one.
 * @throws unauthorized, user_not_found, forbidden (`requireMayDecide`, for any of the accounts), invalid_input
 */
export function banGuest(ctx: Context, guestId: number, { reason, until }: BanInput): Promise<BanView> {
  return withTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const bannedUntil = until === null ? null : new Date(until);
    if (bannedUntil && bannedUntil <= now) throw new AppError('invalid_input', { errors: { until: 'validation.ban_in_past' } });
    await changeBan(tx, guestId, { bannedAt: now, bannedUntil, banReason: reason });
    return { since: toWireTime(now), until: bannedUntil && toWireTime(bannedUntil), reason };
  });
}

/** Ends the ban of a guest and of the person's other accounts; without one it does nothing. @throws like `banGuest` */
export function unbanGuest(ctx: Context, guestId: number): Promise<Record<string, never>> {
  return withTransaction(ctx, async (tx) => {
    await changeBan(tx, guestId, null);
    return {};
  });
}

async function changeBan(tx: Context, guestId: number, ban: PersonBan | null): Promise<void> {
  const person = await lockPerson(tx, guestId);
  for (const { id } of person.accounts) await requireMayDecide(tx, id);
  await banPerson(tx, person, ban);
  const now = tx.clock.now();
  const changed = person.accounts.filter(({ bannedAt }) => ban !== null || bannedAt !== null);
  for (const account of changed) {
    const detail = { before: endOf(account, now), after: ban && endOf(ban, now), ...(ban && { reason: ban.banReason }) };
    await recordAction(tx, { action: ban ? 'guest.ban' : 'guest.unban', subject: guestSubject(account.id), detail });
  }
}

/** The end of a present ban, for the audit log. */
function endOf({ bannedAt, bannedUntil }: Pick<User, 'bannedAt' | 'bannedUntil'>, now: Date): string | null {
  if (!isBanned({ bannedAt, bannedUntil }, now)) return null;
  return bannedUntil ? toWireTime(bannedUntil) : 'for good';
}
