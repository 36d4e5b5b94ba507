/** Part of every cover's address and of every composition seed: a new version redraws every poster there is. */
export const coverVersion = 'v1';

/** The formats a cover is composed for, with their drawn size in pixels (art direction §6.2). */
export const coverRatios = {
  /** Card and poster. */
  '4x5': { width: 800, height: 1000 },
  /** Thumbnail. */
  '1x1': { width: 400, height: 400 },
  /** Hero on a narrow screen. */
  '5x4': { width: 1000, height: 800 },
  /** Ticket header. */
  '2x1': { width: 1000, height: 500 },
  /** Hero panel on a wide screen. */
  '25x32': { width: 1000, height: 1280 },
  /** As high as a wide screen. */
  '1x2': { width: 600, height: 1200 },
  /** Share image. */
  '191x100': { width: 1200, height: 630 },
} as const;

export type CoverRatio = keyof typeof coverRatios;

/** Address of an event's cover, or of the one that stands for no event (`default`), in one format. */
export function coverUrl(id: number | string, ratio: CoverRatio): string {
  return `/media/covers/${coverVersion}/${encodeURIComponent(id)}/${ratio}.svg`;
}

/** Covers of events there will never be, chosen among the last ids for their family and palette (art direction §10). */
export const promoCovers = { rent: 2_147_483_238, play: 2_147_483_532 } as const;
export const promoSets = { rent: 5, play: 8 } as const;
