import { toWireTime } from '#shared/dates.ts';
import type { EventView } from '#shared/events/event.views.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { defaultCoverId } from '#shared/media/cover-choice.ts';
import { coverUrl } from '#shared/media/cover-ratios.ts';
import { typedMoments, type TypedNight } from './typed-night.ts';

/** No night has this number, so its cover is one that is not given to any. */
const NO_NIGHT = 2_147_483_647;
const NO_NAME = '…';
const SOME_NIGHT = { startDate: '2026-01-02T23:00:00+04:00', endDate: '2026-01-03T07:00:00+04:00' };

/** Covers are drawn for events that were announced; before that the house's own stands in. */
const HOUSE_COVER = coverUrl(defaultCoverId, '4x5');
export const hasOwnCover = (night?: StaffNightView): boolean => night !== undefined && night.state !== 'draft';

/** What is typed as an event that the public screens can show; hours that are not whole yet stay those that were saved. */
export function previewEvent(typed: TypedNight, night?: StaffNightView): EventView {
  const { description, descriptionLat } = typed;
  const moments = typedMoments(typed);
  const { startDate, endDate } = moments
    ? { startDate: toWireTime(moments.startsAt), endDate: toWireTime(moments.endsAt) }
    : (night ?? SOME_NIGHT);
  return {
    id: night?.id ?? NO_NIGHT,
    name: typed.name.trim() || typed.nameLat.trim() || NO_NAME,
    nameLat: typed.nameLat.trim() || typed.name.trim() || NO_NAME,
    description,
    descriptionLat,
    startDate,
    endDate,
    eventPhotoUrl: night?.eventPhotoUrl ?? (hasOwnCover(night) ? null : HOUSE_COVER),
    lineUps: night?.lineUps ?? [],
    baskets: [],
    isCancelled: night?.state === 'cancelled',
    isVerifiedOnly: false,
  };
}
