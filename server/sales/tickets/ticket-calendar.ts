import { ICalCalendarMethod } from 'ical-generator';
import type { Language } from '#shared/constants.ts';
import type { Context } from '#server/platform/context.ts';
import { calendarEntry, writeCalendar } from '#server/content/events/calendar-file.ts';
import { findEventViews } from '#server/content/events/events.service.ts';
import { findRevision } from '#server/content/events/events.queries.ts';
import { translators } from '#server/platform/translators.ts';
import type { MailedTicket } from './ticket-mail.queries.ts';

/** The events of these tickets for a calendar, each with its ticket numbers. Never a code, because calendars are shared. */
export async function ticketsCalendar(ctx: Context, tickets: readonly MailedTicket[], language: Language): Promise<string> {
  const events = [...Map.groupBy(tickets, ({ eventId }) => eventId)];
  const views = await findEventViews(
    ctx,
    events.map(([eventId]) => eventId),
  );
  const entries = events.map(async ([eventId, own]) => {
    const event = views.get(eventId);
    const revision = await findRevision(ctx.db, eventId);
    const numbers = own.map(({ id }) => `${translators[language].t('tickets:ticket')} ${id}`).join('\n');
    return event && revision ? [calendarEntry(event, revision, ctx, language, numbers)] : [];
  });
  return writeCalendar((await Promise.all(entries)).flat(), ctx.venue(), language, { method: ICalCalendarMethod.PUBLISH });
}
