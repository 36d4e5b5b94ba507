import { eventName } from '#shared/events/timing.ts';
import type { CartItem } from './cart-store.ts';

/** Spec §1: Georgian shows the Georgian name and description, every other language the Latin ones. */
export const nameOf = ({ eventId, eventName: name, eventNameLat: nameLat }: CartItem, language: string): string =>
  eventName({ id: eventId, name, nameLat }, language);

export const descriptionOf = (item: CartItem, language: string): string => (language === 'ka' ? item.description : item.descriptionLat);
