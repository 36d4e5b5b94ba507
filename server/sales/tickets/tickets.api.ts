import type { Serve } from '#server/platform/http/serve.ts';
import { applePassOf, googlePassOf } from '#server/sales/wallet/wallet.service.ts';
import { contract } from '#shared/api.ts';
import { venueDay } from '#shared/dates.ts';
import { myTicketsFileName } from '#shared/privacy/file-name.ts';
import { allTicketsPdf, listMyTickets, mailTicketAgain, ticketPdf } from './tickets.service.ts';

export function ticketsApi(serve: Serve): void {
  serve(contract.tickets.mine, listMyTickets);
  serve(contract.tickets.pdf, async (ctx, { id, lang }, { reply }) => {
    const content = await ticketPdf(ctx, id, lang);
    reply.header('content-type', 'application/pdf').header('content-disposition', `attachment; filename="ticket-${id}.pdf"`);
    return content;
  });
  serve(contract.tickets.allPdf, async (ctx, { lang }, { reply }) => {
    const content = await allTicketsPdf(ctx, lang);
    const name = myTicketsFileName(venueDay(ctx.clock.now()));
    reply.header('content-type', 'application/pdf').header('content-disposition', `attachment; filename="${name}"`);
    return content;
  });
  serve(contract.tickets.resend, (ctx, { id }) => mailTicketAgain(ctx, id));
}

export function walletApi(serve: Serve): void {
  serve(contract.wallet.apple, async (ctx, { id, lang }, { reply }) => {
    const content = await applePassOf(ctx, id, lang);
    reply
      .header('content-type', 'application/vnd.apple.pkpass')
      .header('content-disposition', `attachment; filename="ticket-${id}.pkpass"`);
    return content;
  });
  serve(contract.wallet.google, (ctx, { id, lang }) => googlePassOf(ctx, id, lang));
}
