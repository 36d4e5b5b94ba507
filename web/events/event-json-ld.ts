import { CURRENCY, type Language } from '#shared/constants.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { ownPhoto } from '#shared/gallery/pictures.ts';
import { eventText } from '#shared/events/event-texts.ts';
import { eventName } from '#shared/events/timing.ts';
import { coverUrl } from '#shared/media/covers.ts';
import { paths, inLanguage } from '#shared/paths.ts';
import type { Site } from '#shared/rendering.ts';
import { sharedEvent, shareImageUrl } from '#shared/sharing/addresses.ts';
import { organizerJsonLd, placeJsonLd, SCHEMA } from '#web/lib/meta.ts';
import { offerOf } from '#web/event-list/offer.tsx';

/** Search engines read no more entries than this. */
const LISTED_MAX = 50;

/** One event as schema.org data for search engines (server only). */
export function eventJsonLd(event: EventView, site: Site, language: Language, now: Date): object {
  const description = eventText(event, 'description', language).trim();
  const performers = performersOf(event);
  const offer = offerJsonLd(event, site, language, now);
  return {
    '@context': SCHEMA,
    '@type': 'MusicEvent',
    name: eventName(event, language),
    url: addressOf(event, site, language),
    inLanguage: language,
    startDate: event.startDate,
    endDate: event.endDate,
    eventStatus: `${SCHEMA}/${event.isCancelled ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `${SCHEMA}/OfflineEventAttendanceMode`,
    location: placeJsonLd(site, language),
    organizer: organizerJsonLd(site, language),
    image: [site.publicUrl + shareImageUrl(site, language, sharedEvent(event, now)), pictureOf(event, site)],
    ...(description && { description }),
    ...(performers.length > 0 && { performer: performers }),
    ...(offer && { offers: offer }),
  };
}

/** The addresses of a list of events, in its order. */
export const listJsonLd = (events: readonly EventView[], site: Site, language: Language): object => ({
  '@context': SCHEMA,
  '@type': 'ItemList',
  itemListElement: events.slice(0, LISTED_MAX).map((event, place) => ({
    '@type': 'ListItem',
    position: place + 1,
    name: eventName(event, language),
    url: addressOf(event, site, language),
  })),
});

const addressOf = ({ id }: EventView, site: Site, language: Language): string => site.publicUrl + inLanguage(paths.event(id), language);

/** The picture on the page: the photo, or the event's cover. */
const pictureOf = ({ id, eventPhotoUrl }: EventView, { publicUrl }: Site): string =>
  publicUrl + (ownPhoto(eventPhotoUrl, publicUrl) ?? coverUrl(id, '4x5'));

/** Each act once, headliners first. */
function performersOf({ lineUps }: EventView): object[] {
  const ordered = lineUps.toSorted((one, other) => Number(other.isHeaderLineUp) - Number(one.isHeaderLineUp));
  const names = new Set(ordered.map(({ artistName }) => artistName.trim()));
  return [...names].filter(Boolean).map((name) => ({ '@type': 'MusicGroup', name }));
}

const availabilities = { on_sale: 'InStock', sold_out: 'SoldOut', sale_over: 'SoldOut', not_yet: 'PreOrder' } as const;

/** Price and availability of a ticket; undefined for an event that is over, cancelled or without a price. */
function offerJsonLd(event: EventView, site: Site, language: Language, now: Date): object | undefined {
  const offer = offerOf(event, now);
  if (offer.kind === 'no_price' || offer.kind === 'over' || offer.kind === 'cancelled' || offer.price === null) return undefined;
  return {
    '@type': 'Offer',
    url: addressOf(event, site, language),
    price: offer.price.toFixed(2),
    priceCurrency: CURRENCY,
    availability: `${SCHEMA}/${availabilities[offer.kind]}`,
    validThrough: (offer.kind === 'on_sale' && event.baskets[0]?.onSaleUntil) || event.endDate,
    ...(offer.kind === 'not_yet' && { validFrom: offer.from }),
  };
}
