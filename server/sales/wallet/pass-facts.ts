import type { Language } from '#shared/constants.ts';
import type { EventView } from '#shared/events/event.views.ts';
import { eventName } from '#shared/events/timing.ts';
import { eventTheme, type EventTheme } from '#shared/media/covers.ts';
import { moneyText, toGel } from '#shared/money.ts';
import type { Context } from '#server/platform/context.ts';
import { signTicketCode } from '#server/sales/tickets/ticket-code.ts';
import type { MailedTicket } from '#server/sales/tickets/ticket-mail.queries.ts';

/** The facts of a ticket for any wallet, in one language. */
export type PassFacts = {
  eventId: number;
  number: string;
  club: string;
  address: string;
  event: string;
  release: string;
  price: string;
  startsAt: string;
  endsAt: string;
  colours: EventTheme;
  code: string;
};

export function passFacts(ctx: Context, ticket: MailedTicket, event: EventView, language: Language): PassFacts {
  const venue = ctx.venue();
  const isGeorgian = language === 'ka';
  return {
    eventId: ticket.eventId,
    number: String(ticket.id),
    club: isGeorgian ? venue.nameKa : venue.name,
    address: isGeorgian ? venue.addressKa : venue.address,
    event: eventName(event, language),
    release: isGeorgian ? ticket.basketName : ticket.basketNameLat,
    price: moneyText(toGel(ticket.priceTetri)),
    startsAt: event.startDate,
    endsAt: event.endDate,
    colours: eventTheme(ticket.eventId),
    code: signTicketCode(ctx.keys, ticket),
  };
}
