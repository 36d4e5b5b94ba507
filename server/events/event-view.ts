import { FLOORS } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import type { BasketView, EventView, LineUpView } from '#shared/events/event.views.ts';
import { toGel } from '#shared/money.ts';
import type { EventRow } from './events.queries.ts';
import { inSaleOrder, isOnSale, placesFree } from './releases.ts';

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

function toBasketView(event: EventRow, basket: EventRow['baskets'][number], now: Date): BasketView {
  const sells = event.state === 'published' && now < event.endsAt && isOnSale(basket, now);
  return {
    id: basket.id,
    name: basket.name,
    nameLat: basket.nameLat,
    price: basket.priceTetri === null ? null : toGel(basket.priceTetri),
    available: sells ? placesFree(basket, event) : 0,
  };
}
