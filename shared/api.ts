import { accountsContract } from './accounts/accounts.contract.ts';
import { securityContract } from './accounts/security.contract.ts';
import { cartContract } from './cart/cart.contract.ts';
import { createClient, type Client, type Send } from './contract.ts';
import { countriesContract } from './countries/countries.contract.ts';
import { doorContract } from './door/door.contract.ts';
import { enquiriesContract } from './enquiries/enquiries.contract.ts';
import { eventsContract } from './events/events.contract.ts';
import { galleryContract } from './gallery/gallery.contract.ts';
import { pageViewsContract } from './page-views/page-views.contract.ts';
import { paymentsContract } from './payments/payments.contract.ts';
import { privacyContract } from './privacy/privacy.contract.ts';
import { ticketsContract } from './tickets/tickets.contract.ts';
import { walletContract } from './wallet/wallet.contract.ts';

/** Every call of the API that the site makes, by feature; those of the staff console stand in staff-api.ts. */
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
