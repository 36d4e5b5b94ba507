import { FLOORS } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import type { BasketView, EventView, LineUpView } from '#shared/events/event.views.ts';
import { toGel } from '#shared/money.ts';
import type { EventRow } from './events.queries.ts';
import { inSaleOrder, isOnSale, opensLater, placesFree } from './releases.ts';

const [mainStage, spaceStage] = FLOORS;

/** An event as every client sees it at this moment (spec §3). */
export function toEventView(event: EventRow, now: Date): EventView {
  return {
    id: event.id,
    name: event.name,
    nameLat: event.nameLat,
    description: event.description,
    descriptionLat: event.descriptionLat,
    startDate: toWireTime(event.startsAt),
    endDate: toWireTime(event.endsAt),
    eventPhotoUrl: event.photoUrl,
    lineUps: event.lineUps.map(toLineUpView),
    baskets: inSaleOrder(event.baskets, now).map((basket) => toBasketView(event, basket, now)),
    isCancelled: event.state === 'cancelled',
    isVerifiedOnly: event.verifiedOnly,
  };
}

function toLineUpView(lineUp: EventRow['lineUps'][number]): LineUpView {
  return {
    id: lineUp.id,
    floor: lineUp.floor === spaceStage ? spaceStage : mainStage,
    artistName: lineUp.artistName,
    startTime: toWireTime(new Date(lineUp.startsAt)),
    isHeaderLineUp: lineUp.isHeadliner,
  };
}

const wireTimeOf = (time: string | null): string | null => (time === null ? null : toWireTime(new Date(time)));

function toBasketView(event: EventRow, basket: EventRow['baskets'][number], now: Date): BasketView {
  const mayStillSell = event.state === 'published' && now < event.endsAt;
  const free = mayStillSell ? placesFree(basket, event) : 0;
  return {
    id: basket.id,
    name: basket.name,
    nameLat: basket.nameLat,
    price: basket.priceTetri === null ? null : toGel(basket.priceTetri),
    available: isOnSale(basket, now) ? free : 0,
    onSaleFrom: free > 0 && opensLater(basket, now) ? wireTimeOf(basket.onSaleFrom) : null,
    onSaleUntil: wireTimeOf(basket.onSaleUntil),
  };
}
