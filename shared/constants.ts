/** Every number and fixed list of the specification, under its name in the code. */

import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

/** Spec §9. */
export const MINIMUM_AGE = 18;
export const PASSWORD_MIN_LENGTH = 8;
export const PERSONAL_NUMBER_LENGTH_GEORGIA = 11;
export const PERSONAL_NUMBER_MIN_LENGTH = 8;
export const PHONE_MIN_LENGTH = 7;
export const PHONE_MAX_LENGTH = 20;

/** Spec §4 and §9: an event counts as upcoming until six hours after its start. */
export const UPCOMING_GRACE_MS = 6 * HOUR_MS;
export const HOME_UPCOMING_COUNT = 4;
export const HOME_PAST_COUNT = 4;
export const PAST_EVENTS_LIMIT = 200;

export const TOKEN_REFRESH_LEAD_MS = 60 * SECOND_MS;
export const REGISTER_REDIRECT_MS = 1 * SECOND_MS;
export const RESET_REDIRECT_MS = 3 * SECOND_MS;
export const TOAST_MS = 5 * SECOND_MS;
export const QUANTITY_DEBOUNCE_MS = 500;
export const DEFAULT_QUANTITY = 1;

export const GALLERY_PAGE = 1;
export const GALLERY_PAGE_SIZE = 20;

/** Spec §9, translation loading. */
export const TRANSLATION_RETRIES = 5;
export const TRANSLATION_RETRY_MS = 350;
export const TRANSLATION_PARALLEL_READS = 10;
export const CHUNK_TIMEOUT_MS = 120 * SECOND_MS;

/** The default, until staff edit it. */
export const VENUE_CAPACITY_TEXT = 400;
export const CAPACITY_MAX = 20_000;
/** Spec §1: Friday and Saturday 23:00–07:00, until staff edit it. */
export const OPENING_DAYS = ['friday', 'saturday'] as const;
export const OPENING_HOUR = 23;
export const CLOSING_HOUR = 7;

export const LANGUAGES = ['en', 'ka'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';

export const MAIN_STAGE = 1;
export const SPACE_STAGE = 2;
/** The possible numbers of stages. A club has the first one to four of them; their names are `stages` in `locales/{en,ka}/events.json`. */
export const FLOORS = [MAIN_STAGE, SPACE_STAGE, 3, 4] as const;
export type Floor = (typeof FLOORS)[number];
/** The default, until staff edit it. */
export const STANDARD_STAGES = 2;

export const REGISTER_COUNTRIES = ['Georgia', 'Other'] as const;
export const PROFILE_COUNTRIES = ['Georgia', 'USA', 'Germany', 'Other'] as const;

/** Spec §3. The rights of each staff role: staff/rights.ts. */
export const ROLES = ['User', 'Admin'] as const;

/** Spec §3: the position in the list is the number on the wire. */
export const STATUSES = ['Pending', 'Verified', 'Rejected', 'Welcomed_Guest', 'Unverified', 'Check_Later'] as const;
export type Status = (typeof STATUSES)[number];

export const CURRENCY = 'GEL';

/** How long a place is held in the cart; the bank's session is shorter, so a hold outlives it (docs/decisions/0005). */
export const HOLD_MS = 15 * MINUTE_MS;
export const BANK_SESSION_MS = 12 * MINUTE_MS;
/**
 * Without a running payment no place is held longer than HOLD_LIMIT_MS, however often it is checked out, changed or reserved again. After
 * HOLD_COOLDOWN_MS without places of the event the limit restarts (docs/decisions/0005).
 */
export const HOLD_LIMIT_MS = 30 * MINUTE_MS;
export const HOLD_COOLDOWN_MS = 5 * MINUTE_MS;
/** The number of unpaid orders that one account may have open at the bank; a new one ends the oldest. */
export const OPEN_BANK_ORDERS = 3;
export const TICKETS_PER_PERSON = 4;
/** The highest per-person limit that staff may set, and the most places that one call may request. */
export const TICKETS_PER_PERSON_MAX = 100;

export const ACCESS_TOKEN_MS = 15 * MINUTE_MS;
export const REFRESH_IDLE_MS = 14 * 24 * HOUR_MS;
/** Sessions of accounts with a role end sooner. */
export const STAFF_IDLE_MS = 12 * HOUR_MS;
export const REFRESH_ABSOLUTE_MS = 60 * 24 * HOUR_MS;
/** How long a confirmation of the caller counts. */
export const CONFIRMATION_MS = 5 * MINUTE_MS;
/** How long the second step of a login may take. */
export const CHALLENGE_MS = 5 * MINUTE_MS;
/** How long a browser may take to get a passkey's signature. */
export const PASSKEY_TIMEOUT_MS = 5 * MINUTE_MS;
/** How long the digits that prove an address can be typed, and count for a first second factor. */
export const EMAIL_CODE_MS = 10 * MINUTE_MS;
/** The pause before another such mail can be requested. */
export const EMAIL_CODE_PAUSE_MS = MINUTE_MS;
/** How long the link in such a mail works. */
export const EMAIL_LINK_MS = 24 * HOUR_MS;
/** How long a staff change of a verified address waits before its link is mailed, and how long that link works (docs/decisions/0104). */
export const EMAIL_CHANGE_WAIT_MS = 48 * HOUR_MS;
export const EMAIL_CHANGE_LINK_MS = 7 * 24 * HOUR_MS;
/** How long a team invitation link can be used. */
export const INVITATION_MS = 72 * HOUR_MS;
/** Lets two tabs that refresh at once both succeed, and a browser that gave up on two answers in a row try once more. */
export const REFRESH_GRACE_MS = 60 * SECOND_MS;
/** The pause before a browser repeats a refresh that got no answer. */
export const REFRESH_RETRY_MS = 10 * SECOND_MS;

/** The browser's timeout; the server always answers earlier. */
export const CALL_TIMEOUT_MS = 10 * SECOND_MS;

export const BODY_LIMIT_BYTES = 64 * 1024;

/** Georgian headline capitals are slightly taller than Latin ones, so they are scaled down to the same height. */
export const GEORGIAN_DISPLAY_SCALE = 0.96;

/** For how many minutes a free place may be held for a waiting guest: at most as long as any place (HOLD_LIMIT_MS). */
/** How long each door hears that a guest was denied, unless the club sets another number. */
export const DENIAL_HOURS = 12;
export const DENIAL_HOURS_MAX = 72;
/** How long before the doors friends can claim tickets. */
export const CLAIM_HOURS = 3;
export const CLAIM_HOURS_MAX = 72;
export const OFFER_MINUTES_MIN = 5;
export const OFFER_MINUTES_MAX = 30;
/** The highest share of the price of a resold ticket that a club may keep, in percent. */
export const RESALE_FEE_MAX = 50;
