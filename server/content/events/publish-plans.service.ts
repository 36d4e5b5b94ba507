import { resolveAlert, raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Actor, type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import type { PublicationInput } from '#shared/staff/events.schemas.ts';
import { eventSubject, getStaffEvent, readForChange } from './edit-event.service.ts';
import { findWarnings, requireConfirmed } from './event-warnings.service.ts';
import { deletePlan, claimDuePlan, writePlan } from './publish-plans.queries.ts';
import { columnsIn, type EventRecord, lockEvent, updateEvent } from './staff-events.queries.ts';

/**
 * Plans the publication of a draft, with the warnings that apply at that time. @throws event_not_found, conflict (changed since `version`,
 * or no draft), invalid_fields, night_to_confirm
 */
export function planPublication(
  ctx: Context,
  id: number,
  { version, confirmed = [], ...input }: PublicationInput,
): Promise<StaffEventView> {
  const { userId: plannedBy } = requireUser(ctx);
  const publishAt = new Date(input.publishAt);
  return withTransaction(ctx, async (tx) => {
    const event = await readDraft(tx, id, version);
    if (publishAt <= tx.clock.now()) throw new AppError('invalid_fields', { errors: { publishAt: 'validation.publish_past' } });
    if (publishAt >= event.endsAt) throw new AppError('invalid_fields', { errors: { publishAt: 'validation.publish_after_end' } });
    await requireConfirmed(tx, { ...hoursOf(event), before: event, kind: 'publish', publishAt }, confirmed);
    await writePlan(tx.db, { eventId: id, publishAt, confirmed: [...confirmed], plannedBy });
    await resolveAlert(tx, { kind: 'publish_stopped', subject: eventSubject(id) });
    await recordAction(tx, { action: 'night.plan', subject: eventSubject(id), detail: { publishAt: toWireTime(publishAt) } });
    return getStaffEvent(tx, id);
  });
}

/** Cancels a planned publication. @throws event_not_found, conflict (changed since `version`, or already published) */
export function cancelPublication(ctx: Context, id: number, version: number): Promise<StaffEventView> {
  return withTransaction(ctx, async (tx) => {
    await readDraft(tx, id, version);
    if (await deletePlan(tx.db, id)) await recordAction(tx, { action: 'night.plan_cancelled', subject: eventSubject(id), detail: {} });
    return getStaffEvent(tx, id);
  });
}

async function readDraft(tx: Context, id: number, version: number): Promise<EventRecord> {
  const event = await readForChange(tx, id, version);
  if (event.state !== 'draft') throw new AppError('conflict', { params: { version: event.revision } });
  return event;
}

const hoursOf = ({ startsAt, endsAt, isComingSoon }: EventRecord) => ({ startsAt, endsAt, isComingSoon });

/**
 * Publishes a due draft once across processes (job `publish-planned`, each minute), on behalf of the planner. If a warning was not
 * confirmed, the event remains a draft and an alert is raised.
 */
export function publishAsPlanned(ctx: Context, id: number): Promise<void> {
  return withTransaction(ctx, async (tx) => {
    const event = await lockEvent(tx.db, id);
    const plan = event && (await claimDuePlan(tx.db, id, tx.clock.now()));
    if (!plan || event.state !== 'draft') return;
    const by = { ...tx, actor: actorOf(plan.plannedBy) };
    const subject = eventSubject(id);
    const warnings = await findWarnings(tx, { ...hoursOf(event), before: event, kind: 'publish' });
    const open = warnings.map(({ key }) => key).filter((key) => !plan.confirmed.includes(key));
    if (open.length > 0) {
      await recordAction(by, { action: 'night.plan_stopped', subject, detail: { warnings: open } });
      await raiseAlert(tx, { kind: 'publish_stopped', subject, detail: `“${event.nameLat}” stayed a draft: ${open.join(', ')}.` });
      return;
    }
    await updateEvent(tx.db, id, { ...columnsIn(event), state: 'published' });
    const detail = { before: { state: 'draft' }, after: { state: 'published' } };
    await recordAction(by, { action: 'night.plan_done', subject, detail });
  });
}

/** Only for the audit log, which names the planner. */
const actorOf = (userId: number): Actor => ({ userId, sessionId: '', rights: [], status: 'Pending' });
