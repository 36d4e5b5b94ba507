import { DEFAULT_TIME_ZONE, venueTimeZone } from './dates.ts';

type TranslateZone = (key: `time_zone.${'tbilisi' | 'other'}`, values: { city: string }) => string;

/** `Tbilisi time`; in Georgian only Tbilisi is named, because a foreign city has no form that a program could make. */
export function zoneText(translate: TranslateZone): string {
  const zone = venueTimeZone();
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return translate(zone === DEFAULT_TIME_ZONE ? 'time_zone.tbilisi' : 'time_zone.other', { city });
}
