import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { listTakings } from '#server/office/reports/takings.service.ts';
import { dismissAlert } from '#server/platform/alerts/alerts.service.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import { staffContract } from '#shared/staff-api.ts';
import { getOrderTimeline } from './order-timeline.service.ts';
import { type CsvFile, guestsFile, ordersFile, takingsFile } from './staff-files.service.ts';
import { listOrders, mailOrderAgain } from './staff-orders.service.ts';

/** What staff asks and does about orders beside their money (payments/staff-money.api.ts). */
export function staffOrdersApi(serve: Serve): void {
  const { staffOrders } = staffContract;
  serve(staffOrders.list, listOrders);
  serve(staffOrders.find, (ctx, { body }) => listOrders(ctx, body));
  serve(staffOrders.timeline, (ctx, { id }) => getOrderTimeline(ctx, id));
  serve(staffOrders.mailAgain, (ctx, { id }) => mailOrderAgain(ctx, id));
  serve(staffOrders.dismissAlert, (ctx, { id, body }) => dismissAlert(ctx, id, body.reason));
  serve(staffOrders.takings, listTakings);
  serve(staffOrders.takingsFile, async (ctx, { by, lang }, { reply }) => sendCsv(reply, await takingsFile(ctx, by, lang)));
  serve(staffOrders.ordersFile, async (ctx, { id, lang }, { reply }) =>
    sendCsv(reply, await ordersFile(ctx, { eventId: id, language: lang })),
  );
  serve(staffOrders.guestsFile, async (ctx, { id, lang }, { reply }) =>
    sendCsv(reply, await guestsFile(ctx, { eventId: id, language: lang })),
  );
}

/** Goes out as it is written, so that no file of any length stands in memory. */
function sendCsv(reply: FastifyReply, { name, pieces }: CsvFile): Readable {
  reply.header('content-type', 'text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from(pieces);
}
