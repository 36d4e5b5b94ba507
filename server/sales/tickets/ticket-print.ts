import type { Language } from '#shared/constants.ts';
import { dateText, timeText, weekdayText, type Words } from '#shared/dates.ts';
import { eventTheme } from '#shared/media/event-theme.ts';
import { posterColours, paletteOf } from '#shared/media/palettes.ts';
import { moneyText, toGel } from '#shared/money.ts';
import type { Context } from '#server/platform/context.ts';
import { words } from '#server/platform/words.ts';
import { signTicketCode } from './ticket-code.ts';
import type { MailedTicket } from './ticket-mail.queries.ts';
import type { TicketPage } from './ticket-page.ts';
import type { TicketPdf } from './ticket-pdf.ts';

/** Everything that is printed of these tickets, in a language. */
export function ticketPdfOf(ctx: Context, tickets: readonly MailedTicket[], language: Language): TicketPdf {
  const pages = tickets.map((ticket) => pageOf(ctx, ticket, language));
  const { t } = words[language];
  const title = `${t('tickets:ticket')} ${tickets.map(({ id }) => id).join(', ')}`;
  return { title, author: ctx.venue().name, language, createdAt: ctx.clock.now(), pages };
}

function pageOf(ctx: Context, ticket: MailedTicket, language: Language): TicketPage {
  const venue = ctx.venue();
  const { t } = words[language];
  const isGeorgian = language === 'ka';
  const { startsAt, event, basketName, basketNameLat } = ticket;
  const { paper, on, set } = eventTheme(ticket.eventId);
  const club = isGeorgian ? venue.nameKa : venue.name;
  const label: Words = (key) => t(key);
  return {
    colours: { paper, on, second: posterColours[paletteOf(set).a] },
    club,
    names: [...(isGeorgian ? [event.name, event.nameLat] : [event.nameLat, event.name]), club],
    when: `${weekdayText(startsAt, label)}, ${dateText(startsAt, language, label)}`,
    doors: t('tickets:doors', { time: timeText(startsAt) }),
    facts: [
      [t('tickets:ticket'), String(ticket.id)],
      [t('tickets:release'), isGeorgian ? basketName : basketNameLat],
      [t('tickets:price'), moneyText(toGel(ticket.priceTetri))],
      [t('tickets:place'), `${club}, ${isGeorgian ? venue.addressKa : venue.address}`],
    ],
    notes: [t('mail:ticket.once'), t('mail:ticket.door')],
    contact: `${venue.email} · ${venue.phone}`,
    code: signTicketCode(ctx.keys, ticket),
  };
}
