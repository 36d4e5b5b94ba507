import { paths } from '#shared/paths.ts';

const { home, about, rentals, djs, gallery, terms, allEvents, login, register, paymentSuccess, paymentFailure } = paths;
const pages = [home, about, rentals, djs, gallery, terms, allEvents, paths.events('upcoming'), paths.events('past')];
const spellings = new Map([...pages, login, register, paymentSuccess, paymentFailure].map((path) => [path.toLowerCase(), path]));
const EVENT = /^\/events\/0*([1-9]\d{0,8})$/;

/** `eventId`: whose page it is. */
export type CountedPage = { path: string; eventId?: number };

/** The one spelling a page is counted under, whatever the letter case; nothing for addresses that are no public page. */
export function countedPage(address: string): CountedPage | undefined {
  const plain = address.toLowerCase().replace(/(?<=.)\/$/, '');
  const eventId = Number(EVENT.exec(plain)?.[1]);
  if (eventId > 0) return { path: paths.event(eventId), eventId };
  const path = spellings.get(plain);
  return path === undefined ? undefined : { path };
}
