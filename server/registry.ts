import { accountStatusMail, newDeviceMail, passwordChangedMail, passwordResetMail, welcomeMail } from '#server/accounts/accounts.mail.ts';
import { mailOpenedChanges } from '#server/accounts/email/email-change.jobs.ts';
import { emailChangedMail, emailChangeMail } from '#server/accounts/email/email-change.mail.ts';
import { emailProofMail } from '#server/accounts/email/email-proof.mail.ts';
import { guestInvitationMail } from '#server/accounts/known-guests/guest-invitation.mail.ts';
import { inviteKnownGuests } from '#server/accounts/known-guests/known-guests.jobs.ts';
import { staffInvitationMail } from '#server/accounts/invitations.mail.ts';
import { secondFactorMail } from '#server/accounts/second-factor/second-factor.mail.ts';
import { mirrorDrive, scanPictures } from '#server/content/gallery/gallery.jobs.ts';
import { cleanPictures } from '#server/content/media/clean-files.jobs.ts';
import { publishEventPlanned, publishPlanned } from '#server/content/events/publish-plans.jobs.ts';
import { resetDemo } from '#server/demo/reset.jobs.ts';
import { refundAtDoor } from '#server/door/refunds/door-refunds.jobs.ts';
import { watchDoors } from '#server/door/watch/watch.jobs.ts';
import { nightlyBackup, watchBackups } from '#server/backoffice/backup/nightly.jobs.ts';
import { enquiryMail, enquiryReplyMail } from '#server/backoffice/enquiries/enquiries.mail.ts';
import { countAll, countChanged } from '#server/backoffice/reports/event-reports.jobs.ts';
import { mailWaiting, watchSales } from '#server/backoffice/staff-notifications/staff-notifications.jobs.ts';
import { soldOutMail, waitingGuestsMail } from '#server/backoffice/staff-notifications/staff-notifications.mail.ts';
import { forgetOld } from '#server/backoffice/privacy/retention.jobs.ts';
import { postAlert } from '#server/platform/alerts/alerts-webhook.jobs.ts';
import { mailAlerts } from '#server/platform/alerts/alerts.jobs.ts';
import { alertsMail } from '#server/platform/alerts/alerts.mail.ts';
import { watchWrites } from '#server/platform/alerts/watch-writes.jobs.ts';
import type { Deps } from '#server/platform/context.ts';
import { forgetOldAnswers } from '#server/platform/http/idempotency.jobs.ts';
import { releaseAbandoned } from '#server/platform/jobs/abandoned.jobs.ts';
import type { Job } from '#server/platform/jobs/jobs.ts';
import { runDue, type Runners, startRunners } from '#server/platform/jobs/runner.ts';
import type { MailKinds } from '#server/platform/mail/mail-kind.ts';
import { createSendMail, createSendUrgentMail } from '#server/platform/mail/mail.jobs.ts';
import { watchMails } from '#server/platform/alerts/watch-mails.jobs.ts';
import { announcementMail } from '#server/sales/announcements/announcement.mail.ts';
import { announcementTestMail } from '#server/sales/announcements/announcement-test.mail.ts';
import { sendAnnouncements } from '#server/sales/announcements/announcements.jobs.ts';
import { newsletterMail } from '#server/sales/announcements/newsletter.mail.ts';
import { expireHolds } from '#server/sales/inventory/holds.jobs.ts';
import { reconcileBooks } from '#server/sales/payments/ledger/reconcile.jobs.ts';
import { sweepPayments } from '#server/sales/payments/payments.jobs.ts';
import { refundEvent } from '#server/sales/payments/refunds/bulk-refunds.jobs.ts';
import { refundMail } from '#server/sales/payments/refunds/refund.mail.ts';
import { claimsEndMail } from '#server/sales/resale/claims-end.mail.ts';
import { endUnclaimed } from '#server/sales/resale/end-claims.jobs.ts';
import { eventNoticeMail } from '#server/sales/tickets/event-notice.mail.ts';
import { remindHolders } from '#server/sales/tickets/event-reminder.jobs.ts';
import { eventReminderMail } from '#server/sales/tickets/event-reminder.mail.ts';
import { mailNewCodes } from '#server/sales/tickets/new-codes.jobs.ts';
import { ticketMail } from '#server/sales/tickets/ticket.mail.ts';
import { placeReturnedMail } from '#server/sales/transfers/place-returned.mail.ts';
import { returnRefused } from '#server/sales/transfers/return-places.jobs.ts';
import { ticketEndedMail } from '#server/sales/transfers/ticket-ended.mail.ts';
import { ticketTakenMail } from '#server/sales/transfers/ticket-taken.mail.ts';
import { offerAllPlaces, offerPlacesOf } from '#server/sales/waitlist/waitlist.jobs.ts';
import { waitlistLapsedMail, waitlistOfferMail } from '#server/sales/waitlist/waitlist.mail.ts';

/** Every kind of mail, each defined by its feature. */
export const mailKinds: MailKinds = {
  ticket: ticketMail,
  'ticket-taken': ticketTakenMail,
  'ticket-ended': ticketEndedMail,
  'place-returned': placeReturnedMail,
  'claims-end': claimsEndMail,
  'waitlist-offer': waitlistOfferMail,
  'waitlist-lapsed': waitlistLapsedMail,
  refund: refundMail,
  'event-notice': eventNoticeMail,
  'event-reminder': eventReminderMail,
  announcement: announcementMail,
  newsletter: newsletterMail,
  'announcement-test': announcementTestMail,
  'password-reset': passwordResetMail,
  'password-changed': passwordChangedMail,
  'new-device': newDeviceMail,
  'second-factor': secondFactorMail,
  'email-proof': emailProofMail,
  'email-change': emailChangeMail,
  'email-changed': emailChangedMail,
  enquiry: enquiryMail,
  'enquiry-reply': enquiryReplyMail,
  welcome: welcomeMail,
  'account-status': accountStatusMail,
  'staff-invitation': staffInvitationMail,
  'guest-invitation': guestInvitationMail,
  alerts: alertsMail,
  'sold-out': soldOutMail,
  'waiting-guests': waitingGuestsMail,
};

/** Every job, each defined by its feature; scheduled ones have a `schedule`. */
export const jobs: readonly Job<unknown>[] = [
  createSendMail(mailKinds),
  createSendUrgentMail(mailKinds),
  sweepPayments,
  publishPlanned,
  publishEventPlanned,
  refundEvent,
  refundAtDoor,
  reconcileBooks,
  nightlyBackup,
  watchBackups,
  mailAlerts,
  postAlert,
  watchMails,
  watchWrites,
  watchDoors,
  watchSales,
  mailWaiting,
  remindHolders,
  endUnclaimed,
  returnRefused,
  mailNewCodes,
  sendAnnouncements,
  expireHolds,
  mailOpenedChanges,
  inviteKnownGuests,
  offerPlacesOf,
  offerAllPlaces,
  releaseAbandoned,
  countChanged,
  countAll,
  forgetOldAnswers,
  forgetOld,
  scanPictures,
  mirrorDrive,
  cleanPictures,
  resetDemo,
];

export const startJobs = (deps: Deps): Promise<Runners> => startRunners(deps, jobs);

/** Runs all due jobs, then returns. For tests and tools. */
export const runDueJobs = (deps: Deps): Promise<void> => runDue(deps, jobs);
