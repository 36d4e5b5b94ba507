import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { type Context, requireUser } from '#server/platform/context.ts';
import { limitAllTicketsPdfs, limitTicketPdfs } from '#server/platform/limits/limits.ts';
import { createQueue } from '#server/platform/queue.ts';
import { findOpenTicket, findOpenTickets } from './ticket-mail.queries.ts';
import { ticketPdfOf } from './ticket-print.ts';
import { printTickets } from './ticket-printer.ts';

/** Few wait at once: the thread draws one after the other. */
const printing = createQueue({ atOnce: 1, waiting: 20, retryAfterSeconds: 10 });

/** About two seconds of the thread's work. */
const PAGES_MAX = 100;

/** An own ticket that is not used yet, as a PDF. @throws unauthorized, ticket_not_found, too_many_requests */
export async function ticketPdf(ctx: Context, id: number, language: Language = DEFAULT_LANGUAGE): Promise<Buffer> {
  const { userId } = requireUser(ctx);
  const ticket = await findOpenTicket(ctx.db, userId, id);
  if (!ticket) throw new AppError('ticket_not_found');
  await limitTicketPdfs(ctx, userId);
  return printing.run(() => printTickets(ticketPdfOf(ctx, [ticket], language)));
}

/** All own unused tickets in one file, those of the latest nights when they are very many. @throws unauthorized, ticket_not_found, too_many_requests */
export async function allTicketsPdf(ctx: Context, language: Language = DEFAULT_LANGUAGE): Promise<Buffer> {
  const { userId } = requireUser(ctx);
  const tickets = await findOpenTickets(ctx.db, userId, PAGES_MAX);
  if (tickets.length === 0) throw new AppError('ticket_not_found');
  await limitAllTicketsPdfs(ctx, userId);
  return printing.run(() => printTickets(ticketPdfOf(ctx, tickets, language)));
}
