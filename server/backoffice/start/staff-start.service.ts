import { findUserById } from '#server/accounts/accounts.queries.ts';
import { countPlacesOf } from '#server/content/events/event-places.ts';
import { findCurrent, type TextVersion } from '#server/content/site-texts/site-texts.queries.ts';
import { showBackup } from '#server/backoffice/backup/nightly.service.ts';
import { readEnv, type Env } from '#server/platform/config/env.ts';
import { type Context, requireUser } from '#server/platform/context.ts';
import { VERSION } from '#server/platform/version.ts';
import { LANGUAGES } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import type { Right } from '#shared/staff/rights.ts';
import type { Places } from '#shared/staff/places.schemas.ts';
import type { StartView } from '#shared/staff/start.contract.ts';
import { countWaiting, findNextEvent, findSoldEvent, type EventFacts } from './staff-start.queries.ts';

const WAITS_LONG_MS = 10 * 60_000;

/** The club's data if nothing is configured. */
const unset = readEnv({}).venue;

/** The set-up steps until the first event is on sale, and today's tasks that the caller may see. @throws unauthorized */
export async function showStart(ctx: Context): Promise<StartView> {
  const { rights, userId } = requireUser(ctx);
  const now = ctx.clock.now();
  const [user, own, next, shown, soldId, waiting] = await Promise.all([
    findUserById(ctx.db, userId),
    findCurrent(ctx.db),
    findNextEvent(ctx.db, now, false),
    findNextEvent(ctx.db, now, true),
    findSoldEvent(ctx.db),
    countWaiting(ctx.db, new Date(now.getTime() - WAITS_LONG_MS)),
  ]);
  const wasOnSale = soldId !== undefined;
  const steps = {
    club: isClubSet(ctx.venue()),
    texts: isHouseDescribed(own),
    bank: ctx.env.payments !== 'fake',
    mail: ctx.env.smtpUrl !== undefined && ctx.env.mailFrom.address !== readEnv({}).mailFrom.address,
    mailbox: user !== undefined && user.emailProvedAt !== null,
    alarm: ctx.env.alertWebhook !== undefined,
    night: wasOnSale || next !== undefined,
    lineUp: wasOnSale || next?.hasLineUp === true,
    ticketTypes: wasOnSale || next?.hasTicketType === true,
    published: wasOnSale,
  };
  const places = shown && rights.includes('events.read') ? await countPlacesOf(ctx, shown.event.id) : null;
  return {
    steps,
    nightId: rights.includes('events.edit') ? (next?.event.id ?? soldId ?? null) : null,
    night: shown ? toEvent(shown, places, now) : null,
    waiting: onlyFor(rights, waiting),
    version: VERSION,
    backup: rights.includes('security.read') ? await showBackup(ctx) : null,
  };
}

const onlyFor = (rights: readonly Right[], waiting: Awaited<ReturnType<typeof countWaiting>>): StartView['waiting'] => {
  const ifAllowed = (right: Right, count: number) => (rights.includes(right) ? count : null);
  return {
    guests: ifAllowed('guests.read', waiting.guests),
    enquiries: ifAllowed('enquiries.answer', waiting.enquiries),
    alerts: ifAllowed('alerts.handle', waiting.alerts),
    mails: ifAllowed('mails.manage', waiting.mails),
    payments: ifAllowed('money.read', waiting.payments),
  };
};

const isClubSet = (venue: Env['venue']): boolean =>
  (['email', 'phone', 'address', 'addressKa'] as const).every((name) => venue[name] !== unset[name]);

/** The club's description must be written in both languages; the other texts about the house are optional. */
const isHouseDescribed = (own: readonly TextVersion[]): boolean =>
  LANGUAGES.every((language) => own.some((text) => text.key === 'pages:about.p1' && text.language === language && text.value !== null));

const toEvent = ({ event }: EventFacts, places: Places | null, now: Date): StartView['night'] => ({
  id: event.id,
  name: event.name,
  nameLat: event.nameLat,
  startDate: toWireTime(event.startsAt),
  places,
  isRunning: event.startsAt <= now,
});
