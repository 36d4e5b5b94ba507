import { z } from 'zod';
import { gel, jsonId, wireTime } from '#shared/wire.ts';
import { mapEventTexts } from './event-texts.ts';

/** One slot of the line-up. Floor 1 is the Main Stage, floor 2 the Space Stage (spec §9). */
export const LineUpView = z.object({
  id: jsonId,
  floor: z.union([z.literal(1), z.literal(2)]),
  artistName: z.string(),
  startTime: wireTime,
  isHeaderLineUp: z.boolean(),
});
export type LineUpView = z.infer<typeof LineUpView>;

/**
 * A price release. `price` is null when none is set; `available` is 0 when sold out or not on sale. `onSaleFrom` is set while the sale is
 * still to begin and places are left; `onSaleUntil` is set if the sale ends before the event does.
 */
export const BasketView = z.object({
  id: jsonId,
  name: z.string(),
  nameLat: z.string(),
  price: gel.nullable(),
  available: z.number().int().min(0),
  onSaleFrom: wireTime.nullable(),
  onSaleUntil: wireTime.nullable(),
});
export type BasketView = z.infer<typeof BasketView>;

/** An event as clients see it (spec §3). The first of `baskets` is the one on sale. */
export const EventView = z.object({
  id: jsonId,
  ...mapEventTexts(() => z.string()),
  startDate: wireTime,
  endDate: wireTime,
  eventPhotoUrl: z.string().nullable(),
  lineUps: z.array(LineUpView),
  baskets: z.array(BasketView),
  /** It will not take place, and nothing is sold; lists leave it out. */
  isCancelled: z.boolean(),
  /** Only guests whom staff have verified or welcomed may buy. */
  isVerifiedOnly: z.boolean(),
});
export type EventView = z.infer<typeof EventView>;
