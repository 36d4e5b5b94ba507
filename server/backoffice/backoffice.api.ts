import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { changeStatus } from '#server/accounts/accounts.service.ts';
import { banGuest, unbanGuest } from '#server/accounts/bans.service.ts';
import { cancelGuestEmailChange, changeGuestEmail } from '#server/accounts/email/email-change.service.ts';
import { changePersonalNumber } from '#server/accounts/number-change.service.ts';
import { clearRefreshCookie } from '#server/accounts/tokens.ts';
import { setVerifiedOnly } from '#server/content/events/event-state.service.ts';
import { listChoices, listEntries } from '#server/backoffice/audit/audit.service.ts';
import { sendTestMail } from '#server/backoffice/checks/mail-check.service.ts';
import { receiveEnquiry } from '#server/backoffice/enquiries/enquiries.service.ts';
import {
  addEnquiryNote,
  changeEnquiryState,
  countOfEnquiries,
  getEnquiry,
  listEnquiries,
  replyToEnquiry,
} from '#server/backoffice/enquiries/staff-enquiries.service.ts';
import { addNote, getStaffGuest, showPersonalNumber, withdrawNote } from '#server/backoffice/guests/guest-detail.service.ts';
import { countGuests, listGuests, listWaitlist } from '#server/backoffice/guests/guests.service.ts';
import { giveUpMail, listStuckMails, retryMail } from '#server/backoffice/mails/staff-mails.service.ts';
import { showEventReport } from '#server/backoffice/reports/event-report.service.ts';
import { showSeasonReport } from '#server/backoffice/reports/season-report.service.ts';
import { dismissAlert, listAlerts } from '#server/backoffice/orders/alert-inbox.service.ts';
import { readDoorSheet } from '#server/backoffice/orders/door-sheet.service.ts';
import { getOrderTimeline } from '#server/backoffice/orders/order-timeline.service.ts';
import {
  type CsvFile,
  eventTakingsFile,
  guestsFile,
  reportFile,
  ordersFile,
  promotersFile,
  takingsFile,
} from '#server/backoffice/orders/staff-files.service.ts';
import { listOrders, mailOrderAgain } from '#server/backoffice/orders/staff-orders.service.ts';
import { changeStaffNotifications, getStaffNotifications } from '#server/backoffice/staff-notifications/staff-notifications.service.ts';
import { deleteAccount } from '#server/backoffice/privacy/delete-account.service.ts';
import { collectMyData } from '#server/backoffice/privacy/my-data.service.ts';
import { showSeason, showSeasons } from '#server/backoffice/reports/event-takings.service.ts';
import { listTakings } from '#server/backoffice/reports/takings.service.ts';
import { showStart } from '#server/backoffice/start/staff-start.service.ts';
import type { Fields, PageForm } from '#server/platform/http/page-forms.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import type { MailKinds } from '#server/platform/mail/mail-kind.ts';
import { venueDay } from '#shared/dates.ts';
import { enquiriesContract } from '#shared/enquiries/enquiries.contract.ts';
import { HONEYPOT, type EnquiryField, enquiryFields, type EnquiryKind, joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { DjForm, RentalForm } from '#shared/enquiries/enquiry.schemas.ts';
import { paths } from '#shared/paths.ts';
import { myDataFileName } from '#shared/privacy/file-name.ts';
import { privacyContract } from '#shared/privacy/privacy.contract.ts';
import { staffContract } from '#shared/staff-api.ts';

export function staffStartApi(serve: Serve): void {
  serve(staffContract.staffStart.get, showStart);
  serve(staffContract.staffChecks.mail, sendTestMail);
  serve(staffContract.staffNotifications.get, getStaffNotifications);
  serve(staffContract.staffNotifications.change, (ctx, { body }) => changeStaffNotifications(ctx, body));
}

/** Staff's calls about undelivered mails. */
export function staffMailsApi(serve: Serve, kinds: MailKinds): void {
  const { staffMails } = staffContract;
  serve(staffMails.list, (ctx, query) => listStuckMails(ctx, kinds, query));
  serve(staffMails.retry, (ctx, { id }) => retryMail(ctx, kinds, id));
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
  serve(guests.queue, listWaitlist);
  serve(guests.counts, countGuests);
  serve(guests.get, (ctx, { id }) => getStaffGuest(ctx, id));
  serve(guests.showPersonalNumber, (ctx, { id }) => showPersonalNumber(ctx, id));
  serve(guests.changeEmail, (ctx, { id, body }) => changeGuestEmail(ctx, id, body));
  serve(guests.cancelEmailChange, (ctx, { id }) => cancelGuestEmailChange(ctx, id));
  serve(guests.changePersonalNumber, (ctx, { id, body }) => changePersonalNumber(ctx, id, body));
  serve(guests.changeStatus, (ctx, { id, body }) => changeStatus(ctx, { userId: id, ...body }));
  serve(guests.ban, (ctx, { id, body }) => banGuest(ctx, id, body));
  serve(guests.unban, (ctx, { id }) => unbanGuest(ctx, id));
  serve(guests.addNote, (ctx, { id, body }) => addNote(ctx, id, body.text));
  serve(guests.withdrawNote, (ctx, { id, noteId }) => withdrawNote(ctx, id, noteId));
  serve(guests.setVerifiedOnly, (ctx, { id, body }) => setVerifiedOnly(ctx, id, body));
}

/** Staff's calls about orders, except their money (sales/sales.api.ts), and about alerts. */
export function staffOrdersApi(serve: Serve): void {
  const { alertInbox, staffReports, staffOrders, staffTakings } = staffContract;
  serve(staffOrders.list, listOrders);
  serve(staffOrders.find, (ctx, { body }) => listOrders(ctx, body));
  serve(staffOrders.timeline, (ctx, { id }) => getOrderTimeline(ctx, id));
  serve(staffOrders.mailAgain, (ctx, { id }) => mailOrderAgain(ctx, id));
  serve(staffOrders.takings, listTakings);
  serve(staffOrders.takingsFile, async (ctx, { by, lang }, { reply }) => sendCsv(reply, await takingsFile(ctx, by, lang)));
  serve(staffOrders.ordersFile, async (ctx, { id, lang }, { reply }) =>
    sendCsv(reply, await ordersFile(ctx, { eventId: id, language: lang })),
  );
  serve(staffOrders.guestsFile, async (ctx, { id, lang }, { reply }) =>
    sendCsv(reply, await guestsFile(ctx, { eventId: id, language: lang })),
  );
  serve(staffTakings.season, (ctx, { season }) => showSeason(ctx, season));
  serve(staffTakings.seasons, showSeasons);
  serve(staffTakings.file, async (ctx, { lang }, { reply }) => sendCsv(reply, await eventTakingsFile(ctx, lang)));
  serve(staffReports.season, (ctx, { season }) => showSeasonReport(ctx, season));
  serve(staffReports.event, (ctx, { id }) => showEventReport(ctx, id));
  serve(staffReports.file, async (ctx, { season, lang }, { reply }) => sendCsv(reply, await reportFile(ctx, season, lang)));
  serve(staffContract.staffPromoters.file, async (ctx, { lang }, { reply }) => sendCsv(reply, await promotersFile(ctx, lang)));
  serve(staffOrders.doorSheet, (ctx, { id }) => readDoorSheet(ctx, id));
  serve(alertInbox.list, listAlerts);
  serve(alertInbox.dismiss, (ctx, { id, body }) => dismissAlert(ctx, id, body.reason));
}

/** Streams the file as it is written, so that its length does not matter for memory. */
function sendCsv(reply: FastifyReply, { name, pieces }: CsvFile): Readable {
  reply.header('content-type', 'text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from(pieces);
}

export function enquiriesApi(serve: Serve): void {
  serve(enquiriesContract.rental, (ctx, { body, subject }, { request }) =>
    receiveEnquiry(ctx, 'rental', { body, honeypot: subject, address: request.ip }),
  );
  serve(enquiriesContract.dj, (ctx, { body, subject }, { request }) =>
    receiveEnquiry(ctx, 'dj', { body, honeypot: subject, address: request.ip }),
  );
}

/** Staff's calls about enquiries. */
export function staffEnquiriesApi(serve: Serve): void {
  const { staffEnquiries } = staffContract;
  serve(staffEnquiries.list, listEnquiries);
  serve(staffEnquiries.find, (ctx, { body }) => listEnquiries(ctx, body));
  serve(staffEnquiries.counts, countOfEnquiries);
  serve(staffEnquiries.one, (ctx, { id }) => getEnquiry(ctx, id));
  serve(staffEnquiries.changeState, (ctx, { id, body }) => changeEnquiryState(ctx, id, body));
  serve(staffEnquiries.addNote, (ctx, { id, body }) => addEnquiryNote(ctx, id, body.text));
  serve(staffEnquiries.reply, (ctx, { id, body }) => replyToEnquiry(ctx, id, body));
}

/** Without script the two forms pass the same validation and are stored as the same joined text. */
export const enquiryForms: PageForm[] = [formOf('rental', paths.rentals, RentalForm), formOf('dj', paths.djs, DjForm)];

function formOf<K extends EnquiryKind>(kind: K, path: string, schema: z.ZodType<Record<EnquiryField<K>, string>>): PageForm {
  const names = Object.keys(enquiryFields[kind]);
  const written = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields.get(name) ?? '']));
  return {
    path,
    fields: names,
    check: (fields) => {
      const issues = schema.safeParse(written(fields)).error?.issues ?? [];
      // The first error of each field, in the order of the fields, as on the screen.
      const found = names.map((name) => [name, issues.find(({ path }) => path[0] === name)?.message] as const);
      return Object.fromEntries(found.flatMap(([name, message]) => (message === undefined ? [] : [[name, message]])));
    },
    send: (ctx, fields, address) =>
      receiveEnquiry(ctx, kind, { body: joinEnquiry(kind, schema.parse(written(fields))), honeypot: fields.get(HONEYPOT), address }),
  };
}

export function privacyApi(serve: Serve): void {
  serve(privacyContract.myData, (ctx, _input, { reply }) => {
    reply.header('content-disposition', `attachment; filename="${myDataFileName(venueDay(ctx.clock.now()))}"`);
    return collectMyData(ctx);
  });
  serve(privacyContract.deleteAccount, async (ctx, { body }, { reply }) => {
    await deleteAccount(ctx, body);
    clearRefreshCookie(ctx, reply);
    return {};
  });
}
