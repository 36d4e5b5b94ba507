import 'i18next';
import type accountErrors from '#shared/locales/en/account-errors.json';
import type accounts from '#shared/locales/en/accounts.json';
import type cart from '#shared/locales/en/cart.json';
import type common from '#shared/locales/en/common.json';
import type consent from '#shared/locales/en/consent.json';
import type door from '#shared/locales/en/door.json';
import type doorPass from '#shared/locales/en/door-pass.json';
import type errors from '#shared/locales/en/errors.json';
import type events from '#shared/locales/en/events.json';
import type forms from '#shared/locales/en/forms.json';
import type home from '#shared/locales/en/home.json';
import type mail from '#shared/locales/en/mail.json';
import type orders from '#shared/locales/en/orders.json';
import type pages from '#shared/locales/en/pages.json';
import type staff from '#shared/locales/en/staff.json';
import type staffAudit from '#shared/locales/en/staff-audit.json';
import type staffErrors from '#shared/locales/en/staff-errors.json';
import type staffGuests from '#shared/locales/en/staff-guests.json';
import type staffOrders from '#shared/locales/en/staff-orders.json';
import type staffDoors from '#shared/locales/en/staff-doors.json';
import type staffTonight from '#shared/locales/en/staff-tonight.json';
import type staffHelp from '#shared/locales/en/staff-help.json';
import type staffNights from '#shared/locales/en/staff-nights.json';
import type staffEnquiries from '#shared/locales/en/staff-enquiries.json';
import type staffGallery from '#shared/locales/en/staff-gallery.json';
import type staffSetUp from '#shared/locales/en/staff-set-up.json';
import type staffStart from '#shared/locales/en/staff-start.json';
import type staffLists from '#shared/locales/en/staff-lists.json';
import type staffReleases from '#shared/locales/en/staff-releases.json';
import type staffScans from '#shared/locales/en/staff-scans.json';
import type staffTeam from '#shared/locales/en/staff-team.json';
import type staffWords from '#shared/locales/en/staff-words.json';
import type terms from '#shared/locales/en/terms.json';
import type tickets from '#shared/locales/en/tickets.json';

/** The keys that `t` accepts are those of the English texts; `locales.long.test.ts` checks that every file is named here. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      'account-errors': typeof accountErrors;
      accounts: typeof accounts;
      cart: typeof cart;
      common: typeof common;
      consent: typeof consent;
      door: typeof door;
      'door-pass': typeof doorPass;
      errors: typeof errors;
      events: typeof events;
      forms: typeof forms;
      home: typeof home;
      mail: typeof mail;
      orders: typeof orders;
      pages: typeof pages;
      staff: typeof staff;
      'staff-audit': typeof staffAudit;
      'staff-errors': typeof staffErrors;
      'staff-guests': typeof staffGuests;
      'staff-orders': typeof staffOrders;
      'staff-doors': typeof staffDoors;
      'staff-tonight': typeof staffTonight;
      'staff-help': typeof staffHelp;
      'staff-nights': typeof staffNights;
      'staff-enquiries': typeof staffEnquiries;
      'staff-gallery': typeof staffGallery;
      'staff-set-up': typeof staffSetUp;
      'staff-start': typeof staffStart;
      'staff-lists': typeof staffLists;
      'staff-releases': typeof staffReleases;
      'staff-scans': typeof staffScans;
      'staff-team': typeof staffTeam;
      'staff-words': typeof staffWords;
      terms: typeof terms;
      tickets: typeof tickets;
    };
  }
}
