type Request = { quantity: number; ownedPlaces: number; placesPerPerson: number };

/** Returns true if a person would have more places of an event than it gives one person. Valid tickets count; refunded ones do not. */
export const exceedsLimit = ({ quantity, ownedPlaces, placesPerPerson }: Request): boolean => ownedPlaces + quantity > placesPerPerson;

/** `exceedsLimit` in SQL, of columns. A test compares both. */
export const exceedsLimitSql = (quantity: string, ownedPlaces: string, placesPerPerson: string): string =>
  `(${ownedPlaces} + ${quantity} > ${placesPerPerson})`;

/** The places that count as owned, in SQL, of the columns that name the person and the event. */
export const ownedPlacesSql = (userId: string, eventId: string): string =>
  `(select count(*)::int from tickets t where t.user_id = ${userId} and t.event_id = ${eventId} and t.state = 'valid')`;
