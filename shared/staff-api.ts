import { contract, type Api } from './api.ts';
import { createClient, type Client, type Send } from './contract.ts';
import { staffAuditContract } from './staff/audit.contract.ts';
import { staffEnquiriesContract } from './staff/enquiries.contract.ts';
import { staffGalleryContract } from './staff/gallery.contract.ts';
import { staffGuestsContract } from './staff/guests.contract.ts';
import { staffReleasesContract } from './staff/releases.contract.ts';
import { staffMailsContract } from './staff/mails.contract.ts';
import { staffMoneyContract } from './staff/money.contract.ts';
import { staffNightsContract } from './staff/nights.contract.ts';
import { sharePreviewContract } from './staff/share-preview.contract.ts';
import { staffOrdersContract } from './staff/orders.contract.ts';
import { staffTonightContract } from './staff/tonight.contract.ts';
import { staffStartContract } from './staff/start.contract.ts';
import { staffWordsContract } from './staff/words.contract.ts';

/** The calls of the staff console, by section: apart from the others, so that no visitor's browser carries their names. */
export const staffContract = {
  guests: staffGuestsContract,
  staffAudit: staffAuditContract,
  staffMoney: staffMoneyContract,
  staffOrders: staffOrdersContract,
  staffTonight: staffTonightContract,
  staffEnquiries: staffEnquiriesContract,
  staffMails: staffMailsContract,
  staffReleases: staffReleasesContract,
  staffNights: staffNightsContract,
  sharePreview: sharePreviewContract,
  staffGallery: staffGalleryContract,
  staffStart: staffStartContract,
  staffWords: staffWordsContract,
};

/** Every call the server answers. */
export const wholeContract = { ...contract, ...staffContract };

export type StaffApi = Client<typeof staffContract>;
export type WholeApi = Api & StaffApi;

export const createStaffApi = (send: Send): StaffApi => createClient(staffContract, send);
export const createWholeApi = (send: Send): WholeApi => createClient(wholeContract, send);
