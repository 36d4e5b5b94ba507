import { isBanned } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { BanView } from '#shared/staff/guests.contract.ts';
import { lockUserById, updateUser, type User } from '#server/accounts/accounts.queries.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { requireAdmin, withTransaction, type Context } from '#server/platform/context.ts';
import { guestSubject } from './guest-detail.service.ts';

type BanInput = { reason: string; until: string | null };

/**
 * Bans a guest: from the next request on they cannot buy, and their tickets are refused at the door; they can still sign in, and their
 * holds expire. A new ban replaces an old one. @throws unauthorized, forbidden, user_not_found, invalid_input
 */
export function banGuest(ctx: Context, guestId: number, { reason, until }: BanInput): Promise<BanView> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const bannedUntil = until === null ? null : new Date(until);
    if (bannedUntil && bannedUntil <= now) throw new AppError('invalid_input', { errors: { until: 'validation.ban_in_past' } });
    const guest = await lockUserById(tx.db, guestId);
    if (!guest) throw new AppError('user_not_found');
    const before = untilOf(guest, now);
    await updateUser(tx.db, guestId, { bannedAt: now, bannedUntil, banReason: reason });
    const after = bannedUntil ? toWireTime(bannedUntil) : 'for good';
    await recordAction(tx, { action: 'guest.ban', subject: guestSubject(guestId), detail: { before, after, reason } });
    return { since: toWireTime(now), until: bannedUntil && toWireTime(bannedUntil), reason };
  });
}

/** Ends a ban; without one it does nothing. @throws unauthorized, forbidden, user_not_found */
export function unbanGuest(ctx: Context, guestId: number): Promise<Record<string, never>> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const guest = await lockUserById(tx.db, guestId);
    if (!guest) throw new AppError('user_not_found');
    if (guest.bannedAt === null) return {};
    const before = untilOf(guest, tx.clock.now());
    await updateUser(tx.db, guestId, { bannedAt: null, bannedUntil: null, banReason: null });
    await recordAction(tx, { action: 'guest.unban', subject: guestSubject(guestId), detail: { before, after: null } });
    return {};
  });
}

/** The end of a present ban, for the audit log. */
function untilOf({ bannedAt, bannedUntil }: User, now: Date): string | null {
  if (!isBanned({ bannedAt, bannedUntil }, now)) return null;
  return bannedUntil ? toWireTime(bannedUntil) : 'for good';
}
