import { perServer, type Context } from '#server/platform/context.ts';
import { customerKey, networkOf } from '#server/platform/limits/limit-keys.ts';
import { createQuota } from '#server/platform/limits/quota.ts';
import { AppError } from '#shared/errors.ts';
import { deviceName } from './devices.ts';
import { insertSecurityEvent } from './accounts.queries.ts';

type SecurityEventKind =
  | 'sign_in'
  | 'sign_in_failed'
  | 'sign_in_limited'
  | 'signed_out'
  | 'sessions_ended'
  | 'refresh_reused'
  | 'password_refused'
  | 'password_limited'
  | 'password_changed'
  | 'password_reset'
  | 'forbidden'
  | 'export'
  | 'personal_data_opened'
  | 'role_changed'
  | 'ban_lifted'
  | 'staff_invited'
  | 'invitation_refused'
  | 'account_deleted';

/** Stores a security event of an account for 90 days, and writes a log line without personal data. */
export async function recordSecurityEvent(ctx: Context, kind: SecurityEventKind, userId: number | null): Promise<void> {
  const { from } = ctx;
  const network = from ? networkOf(from.address) : null;
  await insertSecurityEvent(ctx.db, { kind, userId, network, device: deviceName(from?.userAgent ?? null), at: ctx.clock.now() });
  ctx.log.info({ securityEvent: kind, userId }, 'security event');
}

/** Refusals are cheap to cause, so per caller only ten of a kind are stored a minute. */
const REFUSALS_KEPT = 10;
const quotaOf = perServer(({ clock }) => createQuota(clock, REFUSALS_KEPT));

/** Stores a refusal, unless this caller has caused many lately. */
export async function recordRefusal(ctx: Context, kind: SecurityEventKind, whose: () => Promise<number | null>): Promise<void> {
  const caller = ctx.actor?.userId ?? customerKey(ctx.from?.address ?? '');
  if (quotaOf(ctx)(`${kind} ${caller}`)) await recordSecurityEvent(ctx, kind, await whose());
}

/** Stores the refusal of work for which there were too many attempts. @throws what the work throws */
export async function notingLimit<T>(
  ctx: Context,
  kind: SecurityEventKind,
  whose: () => Promise<number | null>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') await recordRefusal(ctx, kind, whose);
    throw error;
  }
}
