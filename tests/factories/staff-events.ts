import type { StaffEventView, UsualEvent } from '#shared/staff/events.contract.ts';
import { emptyEvent } from '#web/staff/events/form/typed-event.ts';

/** The default values of a new event. */
export const usualEvent: UsualEvent = {
  days: ['friday', 'saturday'],
  from: '23:00',
  until: '07:00',
  capacity: 400,
  ticketsPerPerson: 4,
  verifiedOnly: false,
  namesRequired: false,
  ticketTypes: [],
};

/** Returns a draft as the console gets it; `day` is a time, for its default values. */
export const draftEvent = (day: string, changes: Partial<StaffEventView> = {}): StaffEventView => ({
  ...emptyEvent(new Date(day), usualEvent),
  id: 7,
  state: 'draft',
  places: { sold: 0, given: 0, held: 0, offered: 0, capacity: 400 },
  capacity: 400,
  publishAt: null,
  ticketsPerPerson: 4,
  licensed: null,
  exits: 'none',
  exitsUntil: null,
  opensAt: null,
  isAutomatic: false,
  refusalRefunds: false,
  isVerifiedOnly: false,
  namesRequired: false,
  isDeletable: true,
  isRefunded: false,
  version: 1,
  ticketTypes: 0,
  startDate: '2026-11-20T23:00:00+04:00',
  endDate: '2026-11-21T07:00:00+04:00',
  eventPhotoUrl: null,
  changedAt: '2026-11-19T12:00:00+04:00',
  changedBy: null,
  lineUps: [],
  stages: [
    { floor: 1, name: 'მთავარი სცენა', nameLat: 'Main Stage', isOpen: true },
    { floor: 2, name: 'სფეის სცენა', nameLat: 'Space Stage', isOpen: true },
    { floor: 3, name: 'მე-3 სცენა', nameLat: 'Stage 3', isOpen: false },
    { floor: 4, name: 'მე-4 სცენა', nameLat: 'Stage 4', isOpen: false },
  ],
  ...changes,
});
