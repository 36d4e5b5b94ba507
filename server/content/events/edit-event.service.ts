import { recordAction } from '#server/platform/audit/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { FLOORS } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { pickEventTexts } from '#shared/events/event-texts.ts';
import { eventTimes } from '#shared/events/event-times.ts';
import type { AuditAction } from '#shared/staff/audit.contract.ts';
import type { Places } from '#shared/staff/places.schemas.ts';
import type { StaffEventRow, StaffEventView, StageView } from '#shared/staff/events.contract.ts';
import { publishedText, publishedVenue } from '#server/content/site-texts/shown-site.ts';
import { deletePlan, findPlan, type PublishPlan } from './publish-plans.queries.ts';
import { doorFieldsOf } from './door-settings.ts';
import { countPlacesOf } from './event-places.ts';
import { soundUrl, toFloor } from './events.service.ts';
import {
  columnsIn,
  countPricedTicketTypes,
  type EventColumns,
  type EventRecord,
  findEvent,
  type findEventsOfList,
  findLastEditor,
  findLineUp,
  type LineUpRow,
  lockEvent,
  updateEvent,
} from './staff-events.queries.ts';

/** The subject of an event in the audit log. */
export const eventSubject = (id: number): string => `event ${id}`;

/** Returns an event in any state. @throws event_not_found */
export async function getStaffEvent(ctx: Context, id: number): Promise<StaffEventView> {
  const event = await findEvent(ctx.db, id);
  if (!event) throw new AppError('event_not_found');
  // Sequential, because a transaction has one connection.
  const plan = await findPlan(ctx.db, id);
  const lineUps = await findLineUp(ctx.db, id);
  const ticketTypes = await countPricedTicketTypes(ctx.db, id);
  const places = await countPlacesOf(ctx, id);
  const isDeletable = await isEventDeletable(ctx, event);
  const isRefunded = event.state === 'cancelled' && (await ctx.hooks.eventSales.hasBulkRefund(ctx.db, id));
  const editorId = await findLastEditor(ctx.db, eventSubject(id));
  const changedBy = editorId && (await ctx.hooks.findUserNames(ctx.db, [editorId])).get(editorId);
  return toStaffEventView(event, {
    plan,
    stages: listStages(ctx),
    lineUps,
    ticketTypes,
    places,
    isDeletable,
    isRefunded,
    changedBy: changedBy || undefined,
  });
}

/** Returns true for a draft that never had an order. */
export const isEventDeletable = async ({ db, hooks }: Context, { id, state }: Pick<EventRecord, 'id' | 'state'>): Promise<boolean> =>
  state === 'draft' && !(await hooks.eventSales.hasSales(db, id));

/** Locks an event and returns it if it still has the version that the caller read. @throws event_not_found, conflict */
export async function readForChange(tx: Context, id: number, version: number): Promise<EventRecord> {
  const event = await lockEvent(tx.db, id);
  if (!event) throw new AppError('event_not_found');
  if (event.revision !== version) throw new AppError('conflict', { params: { version: event.revision } });
  return event;
}

/** The changed columns of an event, and further details for the audit log. */
type Change = {
  action: AuditAction;
  columns?: Partial<EventColumns>;
  detail?: Record<string, unknown>;
  reason?: string | undefined;
};

/** Stores a change of an event locked by `readForChange`, with the previous values in the audit log. */
export async function saveChange(tx: Context, before: EventRecord, { action, columns, detail, reason }: Change): Promise<StaffEventView> {
  const { id } = before;
  const after = { ...columnsIn(before), ...columns };
  await updateEvent(tx.db, id, after);
  if (after.state !== 'draft') await deletePlan(tx.db, id);
  const changes = { ...changedParts(columnsIn(before), after), ...detail, ...(reason ? { reason } : {}) };
  await recordAction(tx, { action, subject: eventSubject(id), detail: changes });
  return getStaffEvent(tx, id);
}

type Values = Record<string, unknown>;

const textOf = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** Returns the parts in which two states differ, for the audit log. */
function changedParts(before: Values, after: Values): { before: Values; after: Values } {
  const names = Object.keys(after).filter((name) => textOf(before[name]) !== textOf(after[name]));
  const pick = (values: Values): Values => Object.fromEntries(names.map((name) => [name, textOf(values[name])]));
  return { before: pick(before), after: pick(after) };
}

type Listed = Awaited<ReturnType<typeof findEventsOfList>>[number];
type Parts = {
  stages: StageView[];
  plan: PublishPlan | undefined;
  lineUps: readonly LineUpRow[];
  ticketTypes: number;
  places: Places;
  isDeletable: boolean;
  isRefunded: boolean;
  changedBy: string | undefined;
};

export const toStaffEventRow = ({ startsAt, endsAt, publishAt, ...row }: Listed, places: Places): StaffEventRow => ({
  ...row,
  places,
  publishAt: publishAt && toWireTime(publishAt),
  startDate: toWireTime(startsAt),
  endDate: toWireTime(endsAt),
});

/** Returns every stage that the club has or may have had, with its present name. */
function listStages(ctx: Pick<Context, 'env' | 'shared'>): StageView[] {
  const { stages } = publishedVenue(ctx);
  return FLOORS.map((floor) => {
    const nameIn = (language: 'en' | 'ka') => publishedText(ctx, `events:stages.${floor}`, language);
    return { floor, name: nameIn('ka'), nameLat: nameIn('en'), isOpen: floor <= stages };
  });
}

/** Returns an event with its hours as staff enter them. */
function toStaffEventView(
  event: EventRecord,
  { plan, stages, lineUps, ticketTypes, places, isDeletable, isRefunded, changedBy }: Parts,
): StaffEventView {
  return {
    id: event.id,
    ...pickEventTexts(event),
    state: event.state,
    isComingSoon: event.isComingSoon,
    isVerifiedOnly: event.verifiedOnly,
    namesRequired: event.namesRequired,
    isDeletable,
    isRefunded,
    capacity: event.capacity,
    ticketsPerPerson: event.ticketsPerPerson,
    ...doorFieldsOf(event),
    places,
    publishAt: plan ? toWireTime(plan.publishAt) : null,
    ...eventTimes(event),
    startDate: toWireTime(event.startsAt),
    endDate: toWireTime(event.endsAt),
    version: event.revision,
    eventPhotoUrl: event.photoUrl,
    lineUps: lineUps.map((slot) => ({
      id: slot.id,
      floor: toFloor(slot.floor),
      artistName: slot.artistName,
      startTime: toWireTime(slot.startsAt),
      isHeaderLineUp: slot.isHeadliner,
      soundUrl: soundUrl(slot.sound),
    })),
    stages,
    ticketTypes,
    changedAt: toWireTime(event.changedAt),
    changedBy: changedBy ?? null,
  };
}
