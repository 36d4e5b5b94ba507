import { AppError } from '#shared/errors.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import type { NightStateInput } from '#shared/staff/nights.schemas.ts';
import type { Context } from '#server/platform/context.ts';
import { editNight } from './edit-night.service.ts';
import { requireConfirmed } from './night-warnings.service.ts';
import { hasBulkRefund, type NightRow } from './staff-nights.queries.ts';
import { tellHolders } from './tell-holders.service.ts';

/**
 * Publishes, withdraws or cancels a night. Holders of tickets are told that it is cancelled, or that it takes place after all.
 * @throws unauthorized, forbidden, event_not_found, conflict, night_has_guests (withdrawn although places are taken), night_refunded
 * (its money is going back), night_to_confirm
 */
export function changeNightState(
  ctx: Context,
  id: number,
  { version, state, confirmed, reason }: NightStateInput,
): Promise<StaffNightView> {
  if (state === 'cancelled') return cancelNight(ctx, id, { version, reason });
  return editNight(ctx, { id, version, action: 'night.state', reason }, async (tx, before) => {
    await checkState(tx, before, state);
    const isPublished = state === 'published' && before.state !== 'published';
    const detail = isPublished ? await publishNight(tx, before, before, { confirmed, reason }) : {};
    return { columns: { state }, detail };
  });
}

type Cancellation = { version: number; reason?: string | undefined };
type Refunding = { begin(tx: Context): Promise<unknown> };

/**
 * Cancels a night and tells the holders of its tickets. With `refunding` the money begins to go back in the same transaction: those who
 * paid read of the cancellation in the mail about their money, and in no other. @throws unauthorized, forbidden, event_not_found, conflict
 */
export function cancelNight(ctx: Context, id: number, { version, reason }: Cancellation, refunding?: Refunding): Promise<StaffNightView> {
  return editNight(ctx, { id, version, action: 'night.state', reason }, async (tx, before) => {
    const isAhead = before.state === 'published' && before.endsAt > tx.clock.now();
    const told = isAhead ? await tellHolders(tx, before, { kind: 'cancelled', reason, onlyUnpaid: refunding !== undefined }) : 0;
    await refunding?.begin(tx);
    return { columns: { state: 'cancelled' }, detail: { ...(told > 0 && { told }), ...(refunding && { refund: true }) } };
  });
}

/** @throws night_has_guests, night_refunded */
export async function checkState(tx: Context, { id, state, taken }: NightRow, next: NightRow['state']): Promise<void> {
  if (state === next) return;
  if (next === 'draft' && taken > 0) throw new AppError('night_has_guests');
  if (state === 'cancelled' && (await hasBulkRefund(tx.db, id))) throw new AppError('night_refunded');
}

type Hours = Pick<NightRow, 'startsAt' | 'endsAt' | 'isComingSoon'>;
type Publishing = Pick<NightStateInput, 'confirmed' | 'reason'>;

/**
 * Sees that the warnings of a night that comes onto the site were confirmed. Whoever was told that it is cancelled is told that it takes
 * place. Returns what the audit log keeps of it. @throws night_to_confirm
 */
export async function publishNight(
  tx: Context,
  before: NightRow,
  after: Hours,
  { confirmed, reason }: Publishing,
): Promise<{ told?: number }> {
  const { startsAt, endsAt, isComingSoon } = after;
  const warnings = await requireConfirmed(tx, { startsAt, endsAt, isComingSoon, before, kind: 'publish' }, confirmed);
  if (!warnings.some(({ code }) => code === 'holders_told')) return {};
  return { told: await tellHolders(tx, before, { kind: 'restored', reason }) };
}
