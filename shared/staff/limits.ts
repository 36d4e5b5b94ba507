/** The longest words staff may write: why they do something, and about a guest. */
export const REASON_MAX = 500;
export const NOTE_MAX = 2_000;
