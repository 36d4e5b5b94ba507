import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { changeStatus } from '#server/accounts/accounts.service.ts';
import { setVerifiedOnly } from '#server/content/events/event-state.service.ts';
import { listChoices, listEntries } from '#server/office/audit/audit.service.ts';
import { banGuest, unbanGuest } from '#server/office/guests/bans.service.ts';
import { addNote, getStaffGuest, showPersonalNumber, withdrawNote } from '#server/office/guests/guest-detail.service.ts';
import { countGuests, listGuests, listWaiting } from '#server/office/guests/guests.service.ts';
import { giveUpMail, listStuckMails, retryMail } from '#server/office/mails/staff-mails.service.ts';
import { getOrderTimeline } from '#server/office/orders/order-timeline.service.ts';
import { type CsvFile, guestsFile, ordersFile, takingsFile } from '#server/office/orders/staff-files.service.ts';
import { dismissAlert, listAlerts, listOrders, mailOrderAgain } from '#server/office/orders/staff-orders.service.ts';
import { listTakings } from '#server/office/reports/takings.service.ts';
import { showStart } from '#server/office/start/staff-start.service.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import type { MailKinds } from '#server/platform/mail/mail-kind.ts';
import { staffContract } from '#shared/staff-api.ts';

export function staffStartApi(serve: Serve): void {
  serve(staffContract.staffStart.get, showStart);
}

/** Staff's calls about undelivered mails. */
export function staffMailsApi(serve: Serve, kinds: MailKinds): void {
  const { staffMails } = staffContract;
  serve(staffMails.list, listStuckMails);
  serve(staffMails.retry, (ctx, { id }) => retryMail(ctx, id));
  serve(staffMails.giveUp, (ctx, { id }) => giveUpMail(ctx, kinds, id));
}

export function staffAuditApi(serve: Serve): void {
  const { staffAudit } = staffContract;
  serve(staffAudit.entries, listEntries);
  serve(staffAudit.choices, listChoices);
}

export function staffGuestsApi(serve: Serve): void {
  const { guests } = staffContract;
  serve(guests.list, listGuests);
  serve(guests.find, (ctx, { body }) => listGuests(ctx, body));
  serve(guests.queue, listWaiting);
  serve(guests.counts, countGuests);
  serve(guests.get, (ctx, { id }) => getStaffGuest(ctx, id));
  serve(guests.showPersonalNumber, (ctx, { id }) => showPersonalNumber(ctx, id));
  serve(guests.changeStatus, (ctx, { id, body }) => changeStatus(ctx, { userId: id, ...body }));
  serve(guests.ban, (ctx, { id, body }) => banGuest(ctx, id, body));
  serve(guests.unban, (ctx, { id }) => unbanGuest(ctx, id));
  serve(guests.addNote, (ctx, { id, body }) => addNote(ctx, id, body.text));
  serve(guests.withdrawNote, (ctx, { id, noteId }) => withdrawNote(ctx, id, noteId));
  serve(guests.setVerifiedOnly, (ctx, { id, body }) => setVerifiedOnly(ctx, id, body));
}

/** Staff's calls about orders, except their money (sales/payments/payments.api.ts). */
export function staffOrdersApi(serve: Serve): void {
  const { staffMoney, staffOrders } = staffContract;
  serve(staffOrders.list, listOrders);
  serve(staffOrders.find, (ctx, { body }) => listOrders(ctx, body));
  serve(staffOrders.timeline, (ctx, { id }) => getOrderTimeline(ctx, id));
  serve(staffOrders.mailAgain, (ctx, { id }) => mailOrderAgain(ctx, id));
  serve(staffMoney.alerts, listAlerts);
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

/** Streams the file as it is written, so that its length does not matter for memory. */
function sendCsv(reply: FastifyReply, { name, pieces }: CsvFile): Readable {
  reply.header('content-type', 'text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from(pieces);
}
