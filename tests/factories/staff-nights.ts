import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { emptyNight } from '#web/staff/nights/typed-night.ts';

/** A draft as the console reads it; `day` is the moment of which it is the empty form. */
export const draftNight = (day: string, changes: Partial<StaffNightView> = {}): StaffNightView => ({
  ...emptyNight(new Date(day)),
  id: 7,
  state: 'draft',
  held: 0,
  sold: 0,
  capacity: 400,
  placesPerPerson: 4,
  isVerifiedOnly: false,
  version: 1,
  releases: 0,
  startDate: '2026-11-20T23:00:00+04:00',
  endDate: '2026-11-21T07:00:00+04:00',
  eventPhotoUrl: null,
  changedAt: '2026-11-19T12:00:00+04:00',
  changedBy: null,
  lineUps: [],
  ...changes,
});
