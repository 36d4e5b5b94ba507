import { z } from 'zod';
import { gel, jsonId, wireTime } from '#shared/wire.ts';

const count = z.number().int();

/** `opened`: links; `held`: places in carts; `sold`: valid tickets; `arrived`: those that came in. Money and commission in GEL. */
const Figures = { opened: count, held: count, sold: count, arrived: count, money: gel, commission: gel };

/** What a promoter brought to one event; null for pages that are no event's. */
export const PromotedEvent = z.object({
  event: z.object({ id: jsonId, name: z.string(), nameLat: z.string(), startDate: wireTime }).nullable(),
  ...Figures,
});
export type PromotedEvent = z.infer<typeof PromotedEvent>;

/** What a promoter gets for what was brought, and the sums of all events. */
export const Promoted = z.object({ name: z.string(), refCode: z.string(), perArrival: gel, percent: count, ...Figures });
export type Promoted = z.infer<typeof Promoted>;
