import { emailChangeContract } from '#shared/accounts/email-change.contract.ts';
import { emailProofContract } from '#shared/accounts/email-proof.contract.ts';
import { promoCodesContract } from '#shared/promo-codes/promo-codes.contract.ts';
import { guestInvitationsContract } from '#shared/accounts/guest-invitations.contract.ts';
import { invitationsContract } from '#shared/accounts/invitations.contract.ts';
import { passkeysContract } from '#shared/accounts/passkeys.contract.ts';
import { newsletterContract } from '#shared/accounts/newsletter.contract.ts';
import { setUpContract } from '#shared/accounts/set-up.contract.ts';
import { secondFactorContract } from '#shared/accounts/second-factor.contract.ts';
import { claimsContract } from '#shared/tickets/claims.contract.ts';
import { transfersContract } from '#shared/tickets/transfers.contract.ts';
import { waitlistContract } from '#shared/waitlist/waitlist.contract.ts';
import { ownListContract } from '#shared/guest-lists/own-list.contract.ts';
import { promoterContract } from '#shared/promoters/promoter.contract.ts';
import { scannerDeviceContract } from '#shared/door/scanner-device.contract.ts';
import { alertInboxContract } from '#shared/staff/alerts.contract.ts';
import { staffAnnouncementsContract } from '#shared/staff/announcements.contract.ts';
import { staffAuditContract } from '#shared/staff/audit.contract.ts';
import { staffPromoCodesContract } from '#shared/staff/promo-codes.contract.ts';
import { staffChecksContract } from '#shared/staff/checks.contract.ts';
import { staffDemoContract } from '#shared/staff/demo.contract.ts';
import { staffEnquiriesContract } from '#shared/staff/enquiries.contract.ts';
import { staffListsContract } from '#shared/staff/guest-lists.contract.ts';
import { knownGuestsContract } from '#shared/staff/known-guests.contract.ts';
import { staffMailsContract } from '#shared/staff/mails.contract.ts';
import { staffGalleryContract } from '#shared/staff/gallery.contract.ts';
import { staffGuestsContract } from '#shared/staff/guests.contract.ts';
import { staffNewsletterContract } from '#shared/staff/newsletter.contract.ts';
import { staffReportsContract } from '#shared/staff/reports.contract.ts';
import { staffMoneyContract } from '#shared/staff/money.contract.ts';
import { sharePreviewContract, staffEventsContract } from '#shared/staff/events.contract.ts';
import { staffNotificationsContract } from '#shared/staff/staff-notifications.contract.ts';
import { staffOrdersContract } from '#shared/staff/orders.contract.ts';
import { staffScannerDevicesContract } from '#shared/staff/scanner-devices.contract.ts';
import { staffPromotersContract } from '#shared/staff/promoters.contract.ts';
import { staffTicketTypesContract } from '#shared/staff/ticket-types.contract.ts';
import { siteTextsContract } from '#shared/staff/site-texts.contract.ts';
import { staffStartContract } from '#shared/staff/start.contract.ts';
import { staffSearchContract } from '#shared/staff/search.contract.ts';
import { staffSecurityContract } from '#shared/staff/security.contract.ts';
import { staffTeamContract } from '#shared/staff/team.contract.ts';
import { staffTonightContract } from '#shared/staff/tonight.contract.ts';
import { staffWaitlistContract } from '#shared/staff/waitlist.contract.ts';
import { staffDoorSaleContract } from '#shared/staff/door-sale.contract.ts';
import { doorSaleContract } from '#shared/door-sale/door-sale.contract.ts';
import { type Api, contract } from './api.ts';
import { type Client, createClient, type Send } from './contract.ts';

/** The calls of the staff console by section, separate from the others, so that visitors' browsers do not load their names. */
export const staffContract = {
  staffDemo: staffDemoContract,
  guests: staffGuestsContract,
  knownGuests: knownGuestsContract,
  staffAudit: staffAuditContract,
  staffMoney: staffMoneyContract,
  staffOrders: staffOrdersContract,
  staffReports: staffReportsContract,
  alertInbox: alertInboxContract,
  staffTonight: staffTonightContract,
  staffScannerDevices: staffScannerDevicesContract,
  staffEnquiries: staffEnquiriesContract,
  staffMails: staffMailsContract,
  staffTicketTypes: staffTicketTypesContract,
  staffPromoCodes: staffPromoCodesContract,
  staffPromoters: staffPromotersContract,
  staffAnnouncements: staffAnnouncementsContract,
  staffNewsletter: staffNewsletterContract,
  staffLists: staffListsContract,
  staffWaitlist: staffWaitlistContract,
  staffDoorSale: staffDoorSaleContract,
  staffEvents: staffEventsContract,
  sharePreview: sharePreviewContract,
  staffGallery: staffGalleryContract,
  staffStart: staffStartContract,
  staffSearch: staffSearchContract,
  staffChecks: staffChecksContract,
  staffSecurity: staffSecurityContract,
  staffTeam: staffTeamContract,
  staffNotifications: staffNotificationsContract,
  siteTexts: siteTextsContract,
};

/** Calls that few pages of the site need. */
const rareContract = {
  invitations: invitationsContract,
  guestInvitations: guestInvitationsContract,
  emailChange: emailChangeContract,
  newsletter: newsletterContract,
  promoCodes: promoCodesContract,
  ownList: ownListContract,
  transfers: transfersContract,
  claims: claimsContract,
  waitlist: waitlistContract,
  doorSale: doorSaleContract,
  promoter: promoterContract,
  emailProof: emailProofContract,
  secondFactor: secondFactorContract,
  passkeys: passkeysContract,
  scannerDevice: scannerDeviceContract,
  setUp: setUpContract,
};

/** Every call of the API. */
export const wholeContract = { ...contract, ...staffContract, ...rareContract };

type StaffApi = Client<typeof staffContract>;
export type WholeApi = Api & StaffApi & Client<typeof rareContract>;

export const createStaffApi = (send: Send): StaffApi => createClient(staffContract, send);
export const createWholeApi = (send: Send): WholeApi => createClient(wholeContract, send);
