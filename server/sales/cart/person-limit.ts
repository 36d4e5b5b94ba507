type Wanted = { quantity: number; ownedPlaces: number; placesPerPerson: number };

/**
 * Returns true if a user would have more places of an event than the event's limit. Valid tickets count; refunded ones do not. Complimentary
 * tickets (`giveTickets`) may exceed it, and so may places that were held before the limit was lowered (`isHeldFor`).
 */
export const exceedsPersonLimit = ({ quantity, ownedPlaces, placesPerPerson }: Wanted): boolean => ownedPlaces + quantity > placesPerPerson;

/** `exceedsPersonLimit` in SQL, over columns. A test compares both. */
export const exceedsPersonLimitSql = (quantity: string, ownedPlaces: string, placesPerPerson: string): string =>
  `(${ownedPlaces} + ${quantity} > ${placesPerPerson})`;

/**
 * The user's owned places in SQL, from the columns that name the user and the event. `isShared`: those of all accounts with the user's
 * personal number, and what the other ones hold (PLACES_SHARED_BY_PERSON).
 */
export const ownedPlacesSql = (userId: string, eventId: string, isShared: boolean): string =>
  isShared ? sharedPlacesSql(userId, eventId) : ticketsSql(`= ${userId}`, eventId);

const ticketsSql = (isOwner: string, eventId: string): string =>
  `(select count(*)::int from tickets t where t.user_id ${isOwner} and t.event_id = ${eventId} and t.state = 'valid')`;

/** The end of a condition in SQL: a user is one of the accounts with this user's personal number. */
export function accountsOfPersonSql(userId: string): string {
  const number = `(select me.personal_number_digest from users me where me.id = ${userId})`;
  return `in (select account.id from users account where account.id = ${userId} or account.personal_number_digest = ${number})`;
}

/** Overdue holds count until they are released: a late payment may still find them. An account without a number is a person of its own. */
function sharedPlacesSql(userId: string, eventId: string): string {
  const accounts = accountsOfPersonSql(userId);
  const held = `select coalesce(sum(other.quantity), 0)::int from holds other
    where other.user_id <> ${userId} and other.user_id ${accounts} and other.event_id = ${eventId}`;
  return `(${ticketsSql(accounts, eventId)} + (${held}))`;
}
