import { eventSubject } from '#server/content/events/edit-event.service.ts';
import { countPlacesOf } from '#server/content/events/event-places.ts';
import { opensFreeTypes, requireMayGive } from '#server/content/events/free-types.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, keepAnswer } from '#server/platform/context.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { toGel, toTetri } from '#shared/money.ts';
import type { ReleaseInput } from '#shared/staff/releases.schemas.ts';
import type { EventReleasesView, ReleaseView } from '#shared/staff/releases.contract.ts';
import {
  deleteRelease,
  findEventStock,
  findRelease,
  findReleases,
  insertRelease,
  orderReleases,
  type ReleaseFields,
  type ReleaseRow,
  updateRelease,
} from './staff-releases.queries.ts';
import { lockEventForStaff } from './locks.queries.ts';
import { withStock } from './stock.service.ts';

/** The releases of an event with the places sold, held and free now. @throws event_not_found */
export async function listReleases(ctx: Context, eventId: number): Promise<EventReleasesView> {
  const event = await findEventStock(ctx.db, eventId);
  if (!event) throw new AppError('event_not_found');
  const { taken, endsAt, capacity, ...facts } = event;
  const free = Math.max(0, capacity - taken);
  const rows = await findReleases(ctx.db, event.id);
  const places = await countPlacesOf(ctx, event.id);
  const soldOf = new Map((await ctx.hooks.eventSales.countSoldPlaces(ctx.db, [event.id])).map(({ releaseId, sold }) => [releaseId, sold]));
  const releases = rows.map((row) => toView(row, { sold: soldOf.get(row.release.id) ?? 0, freeInRoom: free }));
  return { ...facts, places, endsAt: toWireTime(endsAt), free, releases };
}

type Stock = { sold: number; freeInRoom: number };

function toView({ release, isOrdered }: ReleaseRow, { sold, freeInRoom }: Stock): ReleaseView {
  const { id, kind, name, nameLat, priceTetri, quota, taken, onSaleFrom, onSaleUntil, revision } = release;
  return {
    id,
    isHidden: kind === 'hidden',
    name,
    nameLat,
    price: priceTetri === null ? null : toGel(priceTetri),
    quota,
    held: Math.max(0, taken - sold),
    sold,
    free: Math.min(Math.max(0, quota - taken), freeInRoom),
    onSaleFrom: onSaleFrom && toWireTime(onSaleFrom),
    onSaleUntil: onSaleUntil && toWireTime(onSaleUntil),
    version: revision,
    canRemove: !isOrdered && taken === 0,
  };
}

const toFields = ({ isHidden, name, nameLat, price, quota, onSaleFrom, onSaleUntil }: ReleaseInput): ReleaseFields => ({
  kind: isHidden ? 'hidden' : 'release',
  name,
  nameLat,
  priceTetri: price === null ? null : toTetri(price),
  quota,
  onSaleFrom: onSaleFrom === null ? null : new Date(onSaleFrom),
  onSaleUntil: onSaleUntil === null ? null : new Date(onSaleUntil),
});

/** @throws event_not_found, forbidden, confirmation_required */
export function addRelease(ctx: Context, eventId: number, input: ReleaseInput): Promise<EventReleasesView> {
  return change(ctx, eventId, async (tx) => {
    const fields = toFields(input);
    const id = await insertRelease(tx.db, eventId, fields);
    await recordAction(tx, { action: 'release.add', subject: subjectOf(id), detail: { eventId, before: null, after: fields } });
  });
}

/**
 * Changes a release: held and sold places keep their price (I6), and the quota stays above them (I2). @throws not_found, forbidden, confirmation_required, conflict when somebody else changed it, quota_taken (`params`: `held`, `sold`, `taken`)
 */
export async function changeRelease(
  ctx: Context,
  id: number,
  { version, ...input }: ReleaseInput & { version: number },
): Promise<EventReleasesView> {
  return change(ctx, await eventOf(ctx, id), async (tx) => {
    const before = await findRelease(tx.db, id);
    if (before?.revision !== version) throw new AppError('conflict');
    const fields = { ...toFields(input), ...(input.isHidden === undefined && { kind: before.kind }) };
    const { taken } = before;
    if (fields.quota < taken) {
      const errors = { quota: 'validation.quota_taken' };
      const sold =
        (await tx.hooks.eventSales.countSoldPlaces(tx.db, [before.eventId])).find(({ releaseId }) => releaseId === id)?.sold ?? 0;
      throw new AppError('quota_taken', { errors, params: { held: Math.max(0, taken - sold), sold, taken } });
    }
    if (!(await updateRelease(tx.db, { id, version }, fields))) throw new AppError('conflict');
    const detail = { eventId: before.eventId, before: fieldsOf(before), after: fields };
    await recordAction(tx, { action: 'release.change', subject: subjectOf(id), detail });
  });
}

const fieldsOf = ({ kind, name, nameLat, priceTetri, quota, onSaleFrom, onSaleUntil }: ReleaseFields): ReleaseFields => {
  return { kind, name, nameLat, priceTetri, quota, onSaleFrom, onSaleUntil };
};

/** @throws event_not_found, forbidden, confirmation_required, conflict when the order is no longer the one that was seen */
export function arrangeReleases(ctx: Context, eventId: number, { seen, wanted }: { seen: number[]; wanted: number[] }) {
  return change(ctx, eventId, async (tx) => {
    const now = (await findReleases(tx.db, eventId)).map(({ release }) => release.id);
    const isSame = (a: number[], b: number[]) => a.length === b.length && a.every((id, index) => id === b[index]);
    if (!isSame(now, seen)) throw new AppError('conflict');
    if (!isSame(now.toSorted(), wanted.toSorted())) throw new AppError('invalid_input');
    if (isSame(now, wanted)) return;
    await orderReleases(tx.db, wanted);
    await recordAction(tx, { action: 'release.order', subject: eventSubject(eventId), detail: { before: now, after: wanted } });
  });
}

/** @throws not_found, forbidden, confirmation_required, conflict, release_in_use when any place of it was ever ordered or is held */
export async function removeRelease(ctx: Context, id: number, version: number): Promise<EventReleasesView> {
  const eventId = await eventOf(ctx, id);
  return change(ctx, eventId, async (tx) => {
    const before = (await findReleases(tx.db, eventId)).find(({ release }) => release.id === id);
    if (before?.release.revision !== version) throw new AppError('conflict');
    if (before.isOrdered || before.release.taken > 0) throw new AppError('release_in_use');
    if (!(await deleteRelease(tx.db, { id, version }))) throw new AppError('conflict');
    const detail = { eventId, before: fieldsOf(before.release), after: null };
    await recordAction(tx, { action: 'release.remove', subject: subjectOf(id), detail });
  });
}

const subjectOf = (id: number): string => `release ${id}`;

async function eventOf(ctx: Context, id: number): Promise<number> {
  const release = await findRelease(ctx.db, id);
  if (!release) throw new AppError('not_found');
  return release.eventId;
}

const findTypes = async ({ db }: Context, eventId: number) => (await findReleases(db, eventId)).map(({ release }) => release);

/**
 * Changes the releases of one event under the lock that stops reservations, orders and payments, and returns them. @throws event_not_found,
 * and when more people could have free tickets by it forbidden (of who may not give them), confirmation_required
 */
function change(ctx: Context, eventId: number, work: (tx: Context) => Promise<void>): Promise<EventReleasesView> {
  return withStock(ctx, async (tx) => {
    const event = await findEventStock(tx.db, eventId);
    if (!event) throw new AppError('event_not_found');
    await lockEventForStaff(tx.db, event.id);
    const before = await findTypes(tx, event.id);
    await work(tx);
    if (opensFreeTypes(before, await findTypes(tx, event.id))) requireMayGive(tx);
    return keepAnswer(tx, await listReleases(tx, event.id));
  });
}
