import { findUserNames } from '#server/accounts/accounts.queries.ts';
import { findOwnerMailboxes } from '#server/accounts/roles.queries.ts';
import { addImportedNote } from '#server/backoffice/guests/guest-import.service.ts';
import { findArrivalsAtEvent } from '#server/door/entry-arrivals.queries.ts';
import { endScannerDevicesOf } from '#server/door/scanner-devices/scanner-devices.service.ts';
import type { Hooks } from '#server/platform/hooks.ts';
import { endListLinksOf } from '#server/sales/guest-lists/list-link.service.ts';
import { moveListHours } from '#server/sales/guest-lists/staff-guest-lists.service.ts';
import { eventSales } from '#server/sales/tickets/event-sales.queries.ts';
import { countWaitingTickets } from '#server/sales/tickets/tickets.queries.ts';
import { onBanChanged, onGuestsKnownChanged, onStatusChanged } from '#server/sales/transfers/changed-guests.service.ts';
import { countTicketsWithoutCode } from '#server/sales/transfers/claims.service.ts';

/** Implements the hooks of all domains: what they call in domains that they may not import. */
export const hooks: Hooks = {
  onAccessEnded: async (tx, userId, rights) => ({
    scannerDevices: rights.includes('door.run') ? await endScannerDevicesOf(tx, userId) : 0,
    links: rights.includes('lists.edit') ? await endListLinksOf(tx, userId) : 0,
  }),
  onEventMoved: moveListHours,
  onStatusChanged,
  onBanChanged,
  onGuestsKnownChanged,
  eventSales,
  addGuestNote: addImportedNote,
  countTicketsWithoutCode,
  countWaitingTickets,
  countEntryArrivals: findArrivalsAtEvent,
  findUserNames,
  findOwnerMailboxes,
};
