import { z } from 'zod';
import { gel, jsonId, wireTime } from '#shared/wire.ts';

const count = z.number().int();

/** `opened`: clicks; `held`: places in carts; `sold`: valid tickets; `arrived`: used ones among them. Money and commission in GEL. */
const Figures = { opened: count, held: count, sold: count, arrived: count, money: gel, commission: gel };

/** A promoter's attributed sales for one event; null for pages that belong to no event. */
export const PromotedEvent = z.object({
  event: z.object({ id: jsonId, name: z.string(), nameLat: z.string(), startDate: wireTime }).nullable(),
  ...Figures,
});
export type PromotedEvent = z.infer<typeof PromotedEvent>;

/** What a promoter earns, with the sums of all events. */
export const Promoted = z.object({ name: z.string(), refCode: z.string(), perArrival: gel, percent: count, ...Figures });
export type Promoted = z.infer<typeof Promoted>;
