/** The longest words staff may write: why they do something, and about a guest. */
export const REASON_MAX = 500;
export const NOTE_MAX = 2_000;

/** Guests of one status are counted up to here: more is more than a desk can count on. */
export const GUESTS_COUNTED = 1_000;
