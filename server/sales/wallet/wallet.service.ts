import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { type Context, requireUser } from '#server/platform/context.ts';
import { getEvent } from '#server/content/events/events.service.ts';
import { limitTicketPdfs } from '#server/platform/limits/limits.ts';
import { findOpenTicket } from '#server/sales/tickets/ticket-mail.queries.ts';
import { applePass } from './apple-pass.ts';
import { googlePassUrl } from './google-pass.ts';
import { passFacts, type PassFacts } from './pass-facts.ts';

/** An own unused ticket as a file for Apple Wallet. @throws unauthorized, not_found, ticket_not_found, too_many_requests */
export async function applePassOf(ctx: Context, id: number, language: Language = DEFAULT_LANGUAGE): Promise<Buffer> {
  const { apple } = ctx.env.wallet;
  if (!apple) throw new AppError('not_found');
  return applePass(apple, await factsOf(ctx, id, language), language);
}

/** Where an own unused ticket is put into Google Wallet. @throws unauthorized, not_found, ticket_not_found, too_many_requests */
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
  await limitTicketPdfs(ctx, userId);
  return passFacts(ctx, ticket, await getEvent(ctx, ticket.eventId), language);
}
