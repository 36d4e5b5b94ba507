import { events } from '#server/content/content.table.ts';
import { toWireTime } from '#shared/dates.ts';
import type { OfflineManifestHead } from '#shared/door/offline-manifest.ts';

/** The columns of an event that phones get. */
export const manifestEventColumns = {
  id: events.id,
  name: events.name,
  nameLat: events.nameLat,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
  state: events.state,
};

export type ManifestEventRow = Pick<typeof events.$inferSelect, keyof typeof manifestEventColumns>;

export const toManifestEvent = ({ id, name, nameLat, startsAt, endsAt, state }: ManifestEventRow): OfflineManifestHead['event'] => ({
  id,
  name,
  nameLat,
  startDate: toWireTime(startsAt),
  endDate: toWireTime(endsAt),
  state,
});
