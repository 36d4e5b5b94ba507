/** A share in whole percent; null of nothing. */
export const percentOf = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((100 * part) / whole));
