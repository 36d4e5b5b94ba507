import { toWireTime } from '#shared/dates.ts';
import { pickEventTexts } from '#shared/events/event-texts.ts';
import { nightTimes } from '#shared/events/night-times.ts';
import type { StaffNightRow, StaffNightView } from '#shared/staff/nights.contract.ts';
import type { LineUpRow, findEventsOfList, EventRecord } from './staff-events.queries.ts';

type Listed = Awaited<ReturnType<typeof findEventsOfList>>[number];
type Parts = { lineUps: readonly LineUpRow[]; releases: number; sold: number; changedBy: string | undefined };

export const toStaffEventRow = ({ startsAt, endsAt, taken, ...row }: Listed, sold: number): StaffNightRow => ({
  ...row,
  held: Math.max(0, taken - sold),
  sold,
  startDate: toWireTime(startsAt),
  endDate: toWireTime(endsAt),
});

/** A night with its hours as its owner types them. */
export function toStaffEventView(night: EventRecord, { lineUps, releases, sold, changedBy }: Parts): StaffNightView {
  return {
    id: night.id,
    ...pickEventTexts(night),
    state: night.state,
    isComingSoon: night.isComingSoon,
    isVerifiedOnly: night.verifiedOnly,
    capacity: night.capacity,
    placesPerPerson: night.placesPerPerson,
    held: Math.max(0, night.taken - sold),
    sold,
    ...nightTimes(night),
    startDate: toWireTime(night.startsAt),
    endDate: toWireTime(night.endsAt),
    version: night.revision,
    eventPhotoUrl: night.photoUrl,
    lineUps: lineUps.map((slot) => ({
      id: slot.id,
      floor: slot.floor === 2 ? 2 : 1,
      artistName: slot.artistName,
      startTime: toWireTime(slot.startsAt),
      isHeaderLineUp: slot.isHeadliner,
    })),
    releases,
    changedAt: toWireTime(night.changedAt),
    changedBy: changedBy ?? null,
  };
}
