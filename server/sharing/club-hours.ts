import { CLOSING_HOUR, OPENING_HOUR } from '#shared/constants.ts';

const onTheHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Spec §1: `23:00–07:00`. */
export const clubHours = `${onTheHour(OPENING_HOUR)}–${onTheHour(CLOSING_HOUR)}`;
