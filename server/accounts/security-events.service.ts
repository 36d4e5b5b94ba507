import { type Context, perServer, requireUser } from '#server/platform/context.ts';
import { createQuota, customerKey, networkOf } from '#server/platform/limits/quota.ts';
import { fullName } from '#shared/accounts/account-rules.ts';
import type { OwnSecurityEventView } from '#shared/accounts/accounts.contract.ts';
import type { SecurityEventKind } from '#shared/accounts/security-events.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { PAGE_SIZE, toPage } from '#shared/staff/paging.ts';
import type { SecurityEventView } from '#shared/staff/security.contract.ts';
import { spanOfDay } from '#shared/venue-moments.ts';
import { deviceName } from './devices.ts';
import { findSecurityEvents, insertSecurityEvent, type SecurityEventFilter, type SecurityEventRow } from './security-events.queries.ts';

/**
 * Stores a security event of an account for a year, and logs it without personal data. Network and device are stored only for the account's
 * own user, so that the account does not see those of staff.
 */
export async function recordSecurityEvent(ctx: Context, kind: SecurityEventKind, userId: number | null): Promise<void> {
  const from = ctx.actor === null || ctx.actor.userId === userId ? ctx.from : undefined;
  const network = from ? networkOf(from.address) : null;
  await insertSecurityEvent(ctx.db, { kind, userId, network, device: deviceName(from?.userAgent ?? null), at: ctx.clock.now() });
  ctx.log.info({ securityEvent: kind, userId }, 'security event');
}

/** Refusals are cheap to cause, so at most ten of a kind are stored a minute for each caller. */
const REFUSALS_KEPT = 10;
const quotaOf = perServer(({ clock }) => createQuota(clock, () => REFUSALS_KEPT));

/** Stores a refusal, unless this caller has caused too many recently. */
export async function recordRefusal(ctx: Context, kind: SecurityEventKind, whose: () => Promise<number | null>): Promise<void> {
  const caller = ctx.actor?.userId ?? customerKey(ctx.from?.address ?? '');
  if (quotaOf(ctx)(`${kind} ${caller}`)) await recordSecurityEvent(ctx, kind, await whose());
}

/** Beyond this, the oldest sessions are forgotten. */
const SESSIONS_KEPT = 10_000;
/** In memory, so another server, or this one after a restart, may record a session again. */
const sessionsOf = perServer(() => new Set<string>());

/** Stores that a right of the caller's roles rests, once a session, because an open console keeps requesting. */
export async function recordRestingRight(ctx: Context): Promise<void> {
  const { userId, sessionId } = requireUser(ctx);
  const sessions = sessionsOf(ctx);
  if (sessions.has(sessionId)) return;
  const [first] = sessions;
  if (first !== undefined && sessions.size >= SESSIONS_KEPT) sessions.delete(first);
  sessions.add(sessionId);
  await recordRefusal(ctx, 'second_factor_missing', async () => userId);
}

/** Stores the refusal if `error` means that there were too many attempts. The caller rethrows it. */
export async function recordLimit(
  ctx: Context,
  kind: SecurityEventKind,
  whose: () => Promise<number | null>,
  error: unknown,
): Promise<void> {
  if (error instanceof AppError && error.code === 'too_many_requests') await recordRefusal(ctx, kind, whose);
}

type ListInput = Pick<SecurityEventFilter, 'kind' | 'userId' | 'before'> & {
  ofStaff?: 'true' | undefined;
  /** A calendar day in the venue's time zone. */
  day?: string | undefined;
  limit?: number | undefined;
};

/** Returns the security events of all accounts, newest first, a page at a time. */
export async function listSecurityEvents(ctx: Context, { day, limit = PAGE_SIZE, ofStaff, ...filter }: ListInput) {
  const when = day === undefined ? {} : spanOfDay(day);
  const rows = await findSecurityEvents(ctx.db, { ...filter, ...when, isOfStaff: ofStaff === 'true' }, limit + 1);
  return toPage(rows.map(toEventView), limit);
}

const toEventView = ({ event: { id, at, kind, network, device }, account }: SecurityEventRow): SecurityEventView => ({
  id,
  at: toWireTime(at),
  kind,
  account: account && { id: account.id, name: fullName(account) },
  network,
  device,
});

const OWN_EVENTS = 20;

type OwnInput = { before?: number | undefined; limit?: number | undefined };

/** Returns the security events of the caller's account, newest first, a page at a time. @throws unauthorized */
export async function listOwnSecurityEvents(ctx: Context, { before, limit = OWN_EVENTS }: OwnInput): Promise<OwnSecurityEventView[]> {
  const rows = await findSecurityEvents(ctx.db, { userId: requireUser(ctx).userId, before }, limit);
  return rows.map(({ event: { id, at, kind, network, device } }) => ({ id, at: toWireTime(at), kind, network, device }));
}
