import { CLOSING_HOUR, OPENING_DAYS, OPENING_HOUR } from './constants.ts';
import type { Opening } from './opening.ts';

const onTheHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Spec §1, used until staff edit it. */
export const standardOpening: Opening = { days: OPENING_DAYS, from: onTheHour(OPENING_HOUR), to: onTheHour(CLOSING_HOUR) };
