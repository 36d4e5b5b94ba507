import type { EventView } from '#shared/events/event.views.ts';
import { isBeforeEnd } from '#shared/events/timing.ts';

/** What a visitor can do about a ticket. `price` in GEL. */
export type Offer =
  | { kind: 'on_sale'; price: number }
  | { kind: 'none_left'; price: number }
  | { kind: 'no_price' }
  /** Spec §2: only before its end does an event have a Get Ticket button. */
  | { kind: 'over' };

/** By the first basket, which is the one on sale now (spec §3). */
export function offerOf(event: Pick<EventView, 'endDate' | 'baskets'>, now: Date): Offer {
  if (!isBeforeEnd(event, now)) return { kind: 'over' };
  const [basket] = event.baskets;
  if (typeof basket?.price !== 'number') return { kind: 'no_price' };
  return { kind: basket.available > 0 ? 'on_sale' : 'none_left', price: basket.price };
}
