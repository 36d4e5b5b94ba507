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
import { countGuests, listGuests, listVerificationQueue } from '#server/backoffice/guests/guests.service.ts';
import {
  checkGuestFile,
  importGuestFile,
  listKnownGuests,
  restoreKnownGuest,
  withdrawImport,
  withdrawKnownGuest,
} from '#server/backoffice/guests/guest-import.service.ts';
import { giveUpMail, listStuckMails, retryMail } from '#server/backoffice/mails/staff-mails.service.ts';
import { showEventReport } from '#server/backoffice/reports/event-report.service.ts';
import { showMonths, showReports, showSeasonReport, showSeasons } from '#server/backoffice/reports/season-report.service.ts';
import { dismissAlert, listAlerts } from '#server/backoffice/orders/alert-inbox.service.ts';
import { readDoorSheet } from '#server/backoffice/orders/door-sheet.service.ts';
import { getOrderTimeline } from '#server/backoffice/orders/order-timeline.service.ts';
import {
  allReportsFile,
  chosenGuestsFile,
  chosenOrdersFile,
  type CsvFile,
  daysFile,
  guestsFile,
  reportFile,
  ordersFile,
  promotersFile,
} from '#server/backoffice/orders/staff-files.service.ts';
import { listOrders, mailOrderAgain } from '#server/backoffice/orders/staff-orders.service.ts';
import { changeStaffNotifications, getStaffNotifications } from '#server/backoffice/staff-notifications/staff-notifications.service.ts';
import { deleteAccount } from '#server/backoffice/privacy/delete-account.service.ts';
import { collectMyData } from '#server/backoffice/privacy/my-data.service.ts';
import { listDays } from '#server/backoffice/reports/days.service.ts';
import { searchClub } from '#server/backoffice/search/search.service.ts';
import { showStart } from '#server/backoffice/start/staff-start.service.ts';
import type { Fields, PageForm } from '#server/platform/http/page-forms.ts';
import type { Route } from '#server/platform/http/route.ts';
import type { MailKinds } from '#server/platform/mail/mail-kind.ts';
import { venueDay } from '#shared/dates.ts';
import { enquiriesContract } from '#shared/enquiries/enquiries.contract.ts';
import { type EnquiryField, enquiryFields, type EnquiryKind, joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { HONEYPOT } from '#shared/enquiries/honeypot.ts';
import { DjForm, RentalForm } from '#shared/enquiries/enquiry.schemas.ts';
import { paths } from '#shared/paths.ts';
import { myDataFileName } from '#shared/privacy/file-name.ts';
import { privacyContract } from '#shared/privacy/privacy.contract.ts';
import { staffContract } from '#shared/staff-api.ts';

export function staffStartApi(route: Route): void {
  route(staffContract.staffStart.get, showStart);
  route(staffContract.staffSearch.find, (ctx, { body }) => searchClub(ctx, body));
  route(staffContract.staffChecks.mail, sendTestMail);
  route(staffContract.staffNotifications.get, getStaffNotifications);
  route(staffContract.staffNotifications.change, (ctx, { body }) => changeStaffNotifications(ctx, body));
}

export function staffMailsApi(route: Route, kinds: MailKinds): void {
  const { staffMails } = staffContract;
  route(staffMails.list, (ctx, query) => listStuckMails(ctx, kinds, query));
  route(staffMails.retry, (ctx, { id }) => retryMail(ctx, kinds, id));
  route(staffMails.giveUp, (ctx, { id }) => giveUpMail(ctx, kinds, id));
}

export function staffAuditApi(route: Route): void {
  const { staffAudit } = staffContract;
  route(staffAudit.entries, listEntries);
  route(staffAudit.choices, listChoices);
}

export function staffGuestsApi(route: Route): void {
  const { guests } = staffContract;
  route(guests.list, listGuests);
  route(guests.find, (ctx, { body }) => listGuests(ctx, body));
  route(guests.chosenFile, async (ctx, { body }, { reply }) => sendCsv(reply, await chosenGuestsFile(ctx, body)));
  route(guests.queue, listVerificationQueue);
  route(guests.counts, countGuests);
  route(guests.get, (ctx, { id }) => getStaffGuest(ctx, id));
  route(guests.showPersonalNumber, (ctx, { id }) => showPersonalNumber(ctx, id));
  route(guests.changeEmail, (ctx, { id, body }) => changeGuestEmail(ctx, id, body));
  route(guests.cancelEmailChange, (ctx, { id }) => cancelGuestEmailChange(ctx, id));
  route(guests.changePersonalNumber, (ctx, { id, body }) => changePersonalNumber(ctx, id, body));
  route(guests.changeStatus, (ctx, { id, body }) => changeStatus(ctx, { userId: id, ...body }));
  route(guests.ban, (ctx, { id, body }) => banGuest(ctx, id, body));
  route(guests.unban, (ctx, { id }) => unbanGuest(ctx, id));
  route(guests.addNote, (ctx, { id, body }) => addNote(ctx, id, body.text));
  route(guests.withdrawNote, (ctx, { id, noteId }) => withdrawNote(ctx, id, noteId));
  route(guests.setVerifiedOnly, (ctx, { id, body }) => setVerifiedOnly(ctx, id, body));
}

export function knownGuestsApi(route: Route): void {
  const { knownGuests } = staffContract;
  route(knownGuests.list, listKnownGuests);
  route(knownGuests.check, (ctx, { body }) => checkGuestFile(ctx, body));
  route(knownGuests.import, (ctx, { body }) => importGuestFile(ctx, body));
  route(knownGuests.withdraw, (ctx, { id }) => withdrawKnownGuest(ctx, id));
  route(knownGuests.withdrawImport, (ctx, { id }) => withdrawImport(ctx, id));
  route(knownGuests.restore, (ctx, { id }) => restoreKnownGuest(ctx, id));
}

/** Staff calls about orders, except their money (sales/sales.api.ts), and about alerts. */
export function staffOrdersApi(route: Route): void {
  const { alertInbox, staffReports, staffOrders } = staffContract;
  route(staffOrders.list, listOrders);
  route(staffOrders.find, (ctx, { body }) => listOrders(ctx, body));
  route(staffOrders.timeline, (ctx, { id }) => getOrderTimeline(ctx, id));
  route(staffOrders.mailAgain, (ctx, { id }) => mailOrderAgain(ctx, id));
  route(staffReports.days, listDays);
  route(staffReports.daysFile, async (ctx, { by, lang }, { reply }) => sendCsv(reply, await daysFile(ctx, by, lang)));
  route(staffOrders.ordersFile, async (ctx, { id, lang }, { reply }) =>
    sendCsv(reply, await ordersFile(ctx, { eventId: id, language: lang })),
  );
  route(staffOrders.chosenOrdersFile, async (ctx, { body }, { reply }) => sendCsv(reply, await chosenOrdersFile(ctx, body)));
  route(staffOrders.guestsFile, async (ctx, { id, lang }, { reply }) =>
    sendCsv(reply, await guestsFile(ctx, { eventId: id, language: lang })),
  );
  route(staffReports.months, (ctx, { season }) => showMonths(ctx, season));
  route(staffReports.seasons, showSeasons);
  route(staffReports.monthsFile, async (ctx, { lang }, { reply }) => sendCsv(reply, await allReportsFile(ctx, lang)));
  route(staffReports.season, (ctx, { season }) => showSeasonReport(ctx, season));
  route(staffReports.events, async (ctx, { events }) => ({ items: await showReports(ctx, events) }));
  route(staffReports.event, (ctx, { id }) => showEventReport(ctx, id));
  route(staffReports.file, async (ctx, { season, lang }, { reply }) => sendCsv(reply, await reportFile(ctx, season, lang)));
  route(staffContract.staffPromoters.file, async (ctx, { lang }, { reply }) => sendCsv(reply, await promotersFile(ctx, lang)));
  route(staffOrders.doorSheet, (ctx, { id }) => readDoorSheet(ctx, id));
  route(alertInbox.list, listAlerts);
  route(alertInbox.dismiss, (ctx, { id, body }) => dismissAlert(ctx, id, body.reason));
}

/** Streams the file while it is written, so that a long file does not fill memory. */
function sendCsv(reply: FastifyReply, { name, pieces }: CsvFile): Readable {
  reply.header('content-type', 'text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from(pieces);
}

export function enquiriesApi(route: Route): void {
  route(enquiriesContract.rental, (ctx, { body, subject }, { request }) =>
    receiveEnquiry(ctx, 'rental', { body, honeypot: subject, address: request.ip }),
  );
  route(enquiriesContract.dj, (ctx, { body, subject }, { request }) =>
    receiveEnquiry(ctx, 'dj', { body, honeypot: subject, address: request.ip }),
  );
}

export function staffEnquiriesApi(route: Route): void {
  const { staffEnquiries } = staffContract;
  route(staffEnquiries.list, listEnquiries);
  route(staffEnquiries.find, (ctx, { body }) => listEnquiries(ctx, body));
  route(staffEnquiries.counts, countOfEnquiries);
  route(staffEnquiries.one, (ctx, { id }) => getEnquiry(ctx, id));
  route(staffEnquiries.changeState, (ctx, { id, body }) => changeEnquiryState(ctx, id, body));
  route(staffEnquiries.addNote, (ctx, { id, body }) => addEnquiryNote(ctx, id, body.text));
  route(staffEnquiries.reply, (ctx, { id, body }) => replyToEnquiry(ctx, id, body));
}

/** Posted without JavaScript, the two forms pass the same validation and are stored as the same joined text. */
export const enquiryForms: PageForm[] = [formOf('rental', paths.rentals, RentalForm), formOf('dj', paths.djs, DjForm)];

function formOf<K extends EnquiryKind>(kind: K, path: string, schema: z.ZodType<Record<EnquiryField<K>, string>>): PageForm {
  const names = Object.keys(enquiryFields[kind]);
  const written = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields.get(name) ?? '']));
  return {
    path,
    fields: names,
    check: (fields) => {
      const issues = schema.safeParse(written(fields)).error?.issues ?? [];
      // The first error of each field, in the order of the fields on the screen.
      const found = names.map((name) => [name, issues.find(({ path }) => path[0] === name)?.message] as const);
      return Object.fromEntries(found.flatMap(([name, message]) => (message === undefined ? [] : [[name, message]])));
    },
    send: (ctx, fields, address) =>
      receiveEnquiry(ctx, kind, { body: joinEnquiry(kind, schema.parse(written(fields))), honeypot: fields.get(HONEYPOT), address }),
  };
}

export function privacyApi(route: Route): void {
  route(privacyContract.myData, (ctx, _input, { reply }) => {
    reply.header('content-disposition', `attachment; filename="${myDataFileName(venueDay(ctx.clock.now()))}"`);
    return collectMyData(ctx);
  });
  route(privacyContract.deleteAccount, async (ctx, { body }, { reply }) => {
    await deleteAccount(ctx, body);
    clearRefreshCookie(ctx, reply);
    return {};
  });
}
