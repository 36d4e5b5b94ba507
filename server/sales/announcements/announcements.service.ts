import { randomUUID } from 'node:crypto';
import { findUserById } from '#server/accounts/accounts.queries.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, storeAnswer, requireUser, withTransaction } from '#server/platform/context.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { fullName } from '#shared/accounts/account-rules.ts';
import { type Language, LANGUAGES } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import type { AnnouncementsView, AnnouncementView } from '#shared/staff/announcements.contract.ts';
import type { AnnouncementInput, AnnouncementTexts } from '#shared/staff/announcements.schemas.ts';
import { type Audience, findAudience } from './audiences.ts';
import { inBothLanguages } from './one-language.ts';
import { countSince, endPlanned, findAnnouncement, findAnnouncements, insertAnnouncement } from './announcements.queries.ts';

/** How long a message that is sent at once can still be stopped. */
const STOPPABLE_MS = 60_000;

/** Returns the messages of an event, or with null the newsletters, and how many people would get one now. @throws event_not_found */
export async function listAnnouncements(ctx: Context, eventId: number | null): Promise<AnnouncementsView> {
  return show(ctx, await requireAudience(ctx, eventId));
}

async function show(ctx: Context, audience: Audience): Promise<AnnouncementsView> {
  const rows = await findAnnouncements(ctx.db, audience.eventId);
  const items = rows.map(
    ({ announcement: { id, subject, subjectLat, body, bodyLat, state, sendAt, recipients }, by }): AnnouncementView => {
      return { id, subject, subjectLat, body, bodyLat, state, sendAt: toWireTime(sendAt), recipients, by: by ? fullName(by) : '' };
    },
  );
  const now = ctx.clock.now();
  return { at: toWireTime(now), people: await audience.count(ctx.db, now), items };
}

async function requireAudience(ctx: Context, eventId: number | null): Promise<Audience> {
  const audience = await findAudience(ctx, eventId);
  if (!audience) throw new AppError('event_not_found');
  return audience;
}

/** @throws event_not_found */
export async function previewAnnouncement(ctx: Context, eventId: number | null, typed: AnnouncementTexts) {
  const texts = inBothLanguages(typed);
  const audience = await requireAudience(ctx, eventId);
  const shown = (language: Language) => {
    const { subject, html, text } = audience.compose(ctx, texts, { language });
    return { subject, html, text };
  };
  return { ka: shown('ka'), en: shown('en') };
}

/** Sends the message to the caller alone, in both languages. @throws event_not_found */
export function testAnnouncement(ctx: Context, eventId: number | null, texts: AnnouncementTexts): Promise<Record<string, never>> {
  const { userId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    const { name } = await requireAudience(tx, eventId);
    const user = await findUserById(tx.db, userId);
    if (!user) throw new AppError('unauthorized');
    const key = randomUUID();
    await queueMails(
      tx,
      LANGUAGES.map((language) => ({
        key: `${name}-test:${key}:${language}`,
        kind: 'announcement-test' as const,
        recipient: user.email,
        language,
        payload: { eventId, userId, texts: inBothLanguages(texts) },
      })),
    );
    const subject = eventId === null ? name : `event ${eventId}`;
    await recordAction(tx, { action: `${name}.test`, subject, detail: aboutEvent(eventId) });
    return storeAnswer(tx, {});
  });
}

/**
 * Plans a message to every holder, or a newsletter; one sent at once can be stopped for a minute. @throws event_not_found, not_on_sale for
 * a draft, event_ended, announcements_limit or newsletters_limit after too many within a day, invalid_fields for a moment in the past,
 * after the event or too far ahead
 */
export function planAnnouncement(
  ctx: Context,
  eventId: number | null,
  { sendAt: wanted, ...typed }: AnnouncementInput,
): Promise<AnnouncementsView> {
  const texts = inBothLanguages(typed);
  return withTransaction(ctx, async (tx) => {
    // Checked again under the lock: the event may have ended since.
    await (await requireAudience(tx, eventId)).lock(tx.db);
    const audience = await requireAudience(tx, eventId);
    const now = tx.clock.now();
    const sendAt = wanted === null ? new Date(now.getTime() + STOPPABLE_MS) : new Date(wanted);
    audience.check(sendAt, now);
    if ((await countSince(tx.db, eventId, new Date(now.getTime() - DAY_MS))) >= audience.mostADay)
      throw new AppError(`${audience.name}s_limit`);
    const id = await insertAnnouncement(tx.db, { ...texts, eventId, sendAt, createdBy: requireUser(tx).userId, createdAt: now });
    const detail = { ...aboutEvent(eventId), subject: texts.subjectLat, until: sendAt };
    await recordAction(tx, { action: `${audience.name}.plan`, subject: `${audience.name} ${id}`, detail });
    return storeAnswer(tx, await show(tx, audience));
  });
}

/** Stops a message of an event, or with `newsletter` a newsletter. @throws not_found, conflict when it was sent or stopped */
export async function cancelAnnouncement(ctx: Context, id: number, name: Audience['name'] = 'announcement'): Promise<AnnouncementsView> {
  const planned = await findAnnouncement(ctx.db, id);
  const audience = planned && (await findAudience(ctx, planned.eventId));
  if (audience?.name !== name) throw new AppError('not_found');
  return withTransaction(ctx, async (tx) => {
    if (!(await endPlanned(tx.db, id, { state: 'cancelled' }))) throw new AppError('conflict');
    await recordAction(tx, { action: `${name}.cancel`, subject: `${name} ${id}`, detail: aboutEvent(audience.eventId) });
    return storeAnswer(tx, await show(tx, audience));
  });
}

const aboutEvent = (eventId: number | null) => (eventId === null ? {} : { eventId });
