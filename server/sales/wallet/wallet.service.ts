import { importPKCS8, SignJWT } from 'jose';
import { getEvent } from '#server/content/events/events.service.ts';
import type { GoogleWallet } from '#server/platform/config/env-wallet.ts';
import { type Context, requireUser } from '#server/platform/context.ts';
import { consumeLimits } from '#server/platform/limits/limits.ts';
import { findOpenTicket } from '#server/sales/tickets/tickets.queries.ts';
import { TICKET_FILES } from '#server/sales/tickets/tickets.service.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { applePass, passFacts, type PassFacts } from './apple-pass.ts';

/** Returns an own unused ticket as a file for Apple Wallet. @throws unauthorized, not_found, ticket_not_found, too_many_requests */
export async function applePassOf(ctx: Context, id: number, language: Language = DEFAULT_LANGUAGE): Promise<Buffer> {
  const { apple } = ctx.env.wallet;
  if (!apple) throw new AppError('not_found');
  return applePass(apple, await factsOf(ctx, id, language), language);
}

/**
 * Returns the address that adds an own unused ticket to Google Wallet. @throws unauthorized, not_found, ticket_not_found, too_many_requests
 */
export async function googlePassOf(ctx: Context, id: number, language: Language = DEFAULT_LANGUAGE): Promise<{ url: string }> {
  const { google } = ctx.env.wallet;
  if (!google) throw new AppError('not_found');
  const facts = await factsOf(ctx, id, language);
  return { url: await googlePassUrl(google, facts, { language, origin: ctx.env.publicUrl, at: ctx.clock.now() }) };
}

async function factsOf(ctx: Context, id: number, language: Language): Promise<PassFacts> {
  const { userId } = requireUser(ctx);
  const ticket = await findOpenTicket(ctx.db, userId, id);
  if (!ticket) throw new AppError('ticket_not_found');
  await consumeLimits(ctx, [TICKET_FILES, String(userId)]);
  return passFacts(ctx, ticket, await getEvent(ctx, ticket.eventId), language);
}

const SAVE_URL = 'https://pay.google.com/gp/v/save/';

type Options = { language: Language; origin: string; at: Date };

/** Returns the address that offers to save the ticket: it contains class and object, signed with our account's key. */
async function googlePassUrl(wallet: GoogleWallet, facts: PassFacts, { language, origin, at }: Options): Promise<string> {
  const said = (value: string) => ({ defaultValue: { language, value } });
  const classId = `${wallet.issuerId}.event-${facts.eventId}`;
  const event = {
    id: classId,
    issuerName: facts.club,
    reviewStatus: 'UNDER_REVIEW',
    eventName: said(facts.event),
    venue: { name: said(facts.club), address: said(facts.address) },
    dateTime: { doorsOpen: facts.startsAt, start: facts.startsAt, end: facts.endsAt },
  };
  const ticket = {
    id: `${wallet.issuerId}.ticket-${facts.number}`,
    classId,
    state: 'ACTIVE',
    ticketNumber: facts.number,
    ticketType: said(facts.ticketType),
    hexBackgroundColor: facts.colours.paper,
    barcode: { type: 'QR_CODE', value: facts.code, alternateText: facts.number },
  };
  const token = new SignJWT({
    typ: 'savetowallet',
    origins: [origin],
    payload: { eventTicketClasses: [event], eventTicketObjects: [ticket] },
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(wallet.email)
    .setAudience('google')
    .setIssuedAt(Math.floor(at.getTime() / 1000));
  return SAVE_URL + (await token.sign(await importPKCS8(wallet.privateKey, 'RS256')));
}
