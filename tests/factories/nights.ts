import type { NewNight } from '#shared/staff/nights.schemas.ts';

/** What an owner types about a night in December. */
export const nightFields = (fields: Partial<NewNight> = {}): NewNight => ({
  name: 'ღამე',
  nameLat: 'Night',
  description: 'აღწერა',
  descriptionLat: 'A description',
  day: '2026-12-04',
  from: '23:00',
  until: '07:00',
  capacity: 400,
  placesPerPerson: 4,
  isComingSoon: false,
  ...fields,
});
