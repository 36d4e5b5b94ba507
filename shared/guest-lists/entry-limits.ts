/** The limits of a guest list and of its entries, for pages that load no schemas. */
export const ALLOCATION_MAX = 1_000;
export const PLUS_ONES_MAX = 20;
export const PERSON_NAME_MAX = 100;
export const NOTE_MAX = 60;
