import { accountsContract, securityContract } from '#shared/accounts/accounts.contract.ts';
import { cartContract } from '#shared/cart/cart.contract.ts';
import { countriesContract } from '#shared/countries/countries.contract.ts';
import { doorContract } from '#shared/door/door.contract.ts';
import { enquiriesContract } from '#shared/enquiries/enquiries.contract.ts';
import { eventsContract } from '#shared/events/events.contract.ts';
import { galleryContract } from '#shared/gallery/gallery.contract.ts';
import { pageViewsContract } from '#shared/page-views/page-views.contract.ts';
import { paymentsContract } from '#shared/payments/payments.contract.ts';
import { privacyContract } from '#shared/privacy/privacy.contract.ts';
import { ticketsContract, walletContract } from '#shared/tickets/tickets.contract.ts';
import { type Client, createClient, type Send } from './contract.ts';

/** Every API call of the site by feature; those of the staff console are in staff-api.ts. */
export const contract = {
  events: eventsContract,
  accounts: accountsContract,
  security: securityContract,
  cart: cartContract,
  payments: paymentsContract,
  privacy: privacyContract,
  tickets: ticketsContract,
  wallet: walletContract,
  door: doorContract,
  enquiries: enquiriesContract,
  gallery: galleryContract,
  countries: countriesContract,
  pageViews: pageViewsContract,
};

export type Api = Client<typeof contract>;

export const createApi = (send: Send): Api => createClient(contract, send);
