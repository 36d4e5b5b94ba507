import { addDays, venueDay } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { AuditAction } from '#shared/staff/audit-actions.ts';
import { daysBetween, nightMoments } from '#shared/events/night-times.ts';
import type { NightList, StaffNightRow, StaffNightView } from '#shared/staff/nights.contract.ts';
import type { ChangedNight, NewNight, NightFields, NightStateInput } from '#shared/staff/nights.schemas.ts';
import { PAGE_SIZE, toPage } from '#shared/staff/paging.ts';
import { recordAction } from '#server/audit/audit.ts';
import { keepAnswer, requireAdmin, withTransaction, type Context } from '#server/context.ts';
import { changedParts } from './changed-parts.ts';
import { toNightRow, toNightView } from './staff-night-view.ts';
import {
  copyParts,
  countPricedReleases,
  findLastEditor,
  findLineUp,
  findNight,
  hasBulkRefund,
  insertNight,
  listNights,
  lockNight,
  moveLineUp,
  updateNight,
  type NightColumns,
  type NightRow,
} from './staff-nights.queries.ts';

type ListInput = { show: NightList; search?: string | undefined; before?: number | undefined; limit?: number | undefined };

/** What the audit log calls a night. */
export const nightSubject = (id: number): string => `event ${id}`;

/** @throws unauthorized, forbidden */
export async function listStaffNights(
  ctx: Context,
  { show, search = '', before, limit = PAGE_SIZE }: ListInput,
): Promise<{ items: StaffNightRow[]; next: number | null }> {
  requireAdmin(ctx);
  const rows = await listNights(ctx.db, { show, search, before, now: ctx.clock.now(), limit: limit + 1 });
  return toPage(rows.map(toNightRow), limit);
}

/** In any state. @throws unauthorized, forbidden, event_not_found */
export async function getNight(ctx: Context, id: number): Promise<StaffNightView> {
  requireAdmin(ctx);
  const night = await findNight(ctx.db, id);
  if (!night) throw new AppError('event_not_found');
  // One after the other: within a transaction there is one connection.
  const lineUps = await findLineUp(ctx.db, id);
  const releases = await countPricedReleases(ctx.db, id);
  const changedBy = await findLastEditor(ctx.db, nightSubject(id));
  return toNightView(night, { lineUps, releases, changedBy });
}

const columnsOf = ({ day, from, until, ...fields }: NightFields) => ({ ...fields, ...nightMoments({ day, from, until }) });

/** @throws unauthorized, forbidden */
export function createNight(ctx: Context, { publish = false, ...fields }: NewNight): Promise<StaffNightView> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const night = await insertNight(tx.db, { ...columnsOf(fields), state: publish ? 'published' : 'draft', photoUrl: null });
    await recordAction(tx, {
      action: 'night.create',
      subject: nightSubject(night.id),
      detail: { after: { ...fields, state: night.state } },
    });
    return keepAnswer(tx, await getNight(tx, night.id));
  });
}

/**
 * Saves what was typed. A night that moves to another day takes its line-up along.
 * @throws unauthorized, forbidden, event_not_found, conflict (somebody changed it since `version`), invalid_fields, night_refunded
 */
export function changeNight(ctx: Context, id: number, { version, publish = false, ...fields }: ChangedNight): Promise<StaffNightView> {
  return editNight(ctx, { id, version, action: 'night.update' }, async (tx, before) => {
    const { held, sold } = before;
    if (fields.capacity < held + sold)
      throw new AppError('invalid_fields', { errors: { capacity: 'validation.capacity_taken' }, params: { taken: held + sold } });
    if (publish) await checkState(tx, before, 'published');
    const days = daysBetween(venueDay(before.startsAt), fields.day);
    if (days !== 0) await moveLineUp(tx.db, id, days);
    return { columns: { ...columnsOf(fields), ...(publish && { state: 'published' }) } };
  });
}

/**
 * @throws unauthorized, forbidden, event_not_found, conflict, night_has_guests (withdrawn although places are taken), night_refunded
 * (its money is going back)
 */
export function changeNightState(ctx: Context, id: number, { version, state, reason }: NightStateInput): Promise<StaffNightView> {
  return editNight(ctx, { id, version, action: 'night.state', reason }, async (tx, before) => {
    await checkState(tx, before, state);
    return { columns: { state } };
  });
}

async function checkState(tx: Context, { id, state, held, sold }: NightRow, next: NightRow['state']): Promise<void> {
  if (state === next) return;
  if (next === 'draft' && held + sold > 0) throw new AppError('night_has_guests');
  if (state === 'cancelled' && (await hasBulkRefund(tx.db, id))) throw new AppError('night_refunded');
}

/** The same night on another day, a draft of its own with nothing sold. @throws unauthorized, forbidden, event_not_found */
export function copyNight(ctx: Context, from: number, day: string): Promise<StaffNightView> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const original = await findNight(tx.db, from);
    if (!original) throw new AppError('event_not_found');
    const days = daysBetween(venueDay(original.startsAt), day);
    const night = await insertNight(tx.db, {
      ...columnsIn(original),
      startsAt: addDays(original.startsAt, days),
      endsAt: addDays(original.endsAt, days),
      state: 'draft',
      isComingSoon: false,
      verifiedOnly: original.verifiedOnly,
    });
    await copyParts(tx.db, from, night.id, days);
    await recordAction(tx, { action: 'night.copy', subject: nightSubject(night.id), detail: { from, day } });
    return keepAnswer(tx, await getNight(tx, night.id));
  });
}

/** The columns of the night that change, and what else the audit log is to keep. */
type Change = { columns?: Partial<NightColumns>; detail?: Record<string, unknown> };
type Edit = { id: number; version: number; action: AuditAction; reason?: string | undefined };

/**
 * A change of one night by staff: under its lock, refused when it is no longer the version that was read, and in the audit log with what
 * was otherwise before.
 * @throws unauthorized, forbidden, event_not_found, conflict
 */
export function editNight(
  ctx: Context,
  { id, version, action, reason }: Edit,
  work: (tx: Context, before: NightRow) => Promise<Change>,
): Promise<StaffNightView> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const before = await lockNight(tx.db, id);
    if (!before) throw new AppError('event_not_found');
    if (before.revision !== version) throw new AppError('conflict', { params: { version: before.revision } });
    const { columns, detail } = await work(tx, before);
    const after = { ...columnsIn(before), ...columns };
    await updateNight(tx.db, id, after);
    const changes = { ...changedParts(columnsIn(before), after), ...detail, ...(reason ? { reason } : {}) };
    await recordAction(tx, { action, subject: nightSubject(id), detail: changes });
    return getNight(tx, id);
  });
}

function columnsIn(night: NightRow): NightColumns {
  const { name, nameLat, description, descriptionLat, startsAt, endsAt, state, isComingSoon, capacity, placesPerPerson, photoUrl } = night;
  return { name, nameLat, description, descriptionLat, startsAt, endsAt, state, isComingSoon, capacity, placesPerPerson, photoUrl };
}
