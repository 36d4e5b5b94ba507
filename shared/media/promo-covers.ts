/** Covers of events there will never be, chosen among the last ids for their family and palette (art direction §10). */
export const promoCovers = { rent: 2_147_483_238, play: 2_147_483_532 } as const;
export const promoSets = { rent: 5, play: 8 } as const;
