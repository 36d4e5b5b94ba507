import { AppError } from '#shared/errors.ts';
import type { AuditAction } from '#shared/staff/audit.contract.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, requireAdmin, withTransaction } from '#server/platform/context.ts';
import { toStaffEventView } from './staff-event-view.ts';
import { soldByEvent } from './sold-places.ts';
import {
  columnsIn,
  countPricedReleases,
  findLastEditor,
  findLineUp,
  findEvent,
  lockEvent,
  type EventColumns,
  type EventRecord,
  updateEvent,
} from './staff-events.queries.ts';

/** What the audit log calls a night. */
export const eventSubject = (id: number): string => `event ${id}`;

/** In any state. @throws unauthorized, forbidden, event_not_found */
export async function getStaffEvent(ctx: Context, id: number): Promise<StaffNightView> {
  requireAdmin(ctx);
  const night = await findEvent(ctx.db, id);
  if (!night) throw new AppError('event_not_found');
  // One after the other: within a transaction there is one connection.
  const lineUps = await findLineUp(ctx.db, id);
  const releases = await countPricedReleases(ctx.db, id);
  const sold = soldByEvent(await ctx.countSoldPlaces(ctx.db, [id])).get(id) ?? 0;
  const editorId = await findLastEditor(ctx.db, eventSubject(id));
  const changedBy = editorId && (await ctx.findUserNames(ctx.db, [editorId])).get(editorId);
  return toStaffEventView(night, { lineUps, releases, sold, changedBy: changedBy || undefined });
}

/** The columns of the night that change, and what else the audit log is to keep. */
type Change = { columns?: Partial<EventColumns>; detail?: Record<string, unknown> };
type Edit = { id: number; version: number; action: AuditAction; reason?: string | undefined };

/**
 * A change of one night by staff: under its lock, refused when it is no longer the version that was read, and in the audit log with what
 * was otherwise before.
 * @throws unauthorized, forbidden, event_not_found, conflict
 */
export function editEvent(
  ctx: Context,
  { id, version, action, reason }: Edit,
  work: (tx: Context, before: EventRecord) => Promise<Change>,
): Promise<StaffNightView> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const before = await readForChange(tx, id, version);
    const { columns, detail } = await work(tx, before);
    const after = { ...columnsIn(before), ...columns };
    await updateEvent(tx.db, id, after);
    const changes = { ...changedParts(columnsIn(before), after), ...detail, ...(reason ? { reason } : {}) };
    await recordAction(tx, { action, subject: eventSubject(id), detail: changes });
    return getStaffEvent(tx, id);
  });
}

/** The night under its lock, in the version that was read. @throws event_not_found, conflict */
export async function readForChange(tx: Context, id: number, version: number): Promise<EventRecord> {
  const night = await lockEvent(tx.db, id);
  if (!night) throw new AppError('event_not_found');
  if (night.revision !== version) throw new AppError('conflict', { params: { version: night.revision } });
  return night;
}

type Values = Record<string, unknown>;

const textOf = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** What two states of the same thing do not share, for the audit log. */
function changedParts(before: Values, after: Values): { before: Values; after: Values } {
  const names = Object.keys(after).filter((name) => textOf(before[name]) !== textOf(after[name]));
  const pick = (values: Values): Values => Object.fromEntries(names.map((name) => [name, textOf(values[name])]));
  return { before: pick(before), after: pick(after) };
}
