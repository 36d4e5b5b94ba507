/** The end of a condition in SQL: a user is one of the accounts with this user's personal number. An account without a number is a person of its own. */
function accountsOfPersonSql(userId: string): string {
  const number = `(select me.personal_number_digest from users me where me.id = ${userId})`;
  return `in (select account.id from users account where account.id = ${userId} or account.personal_number_digest = ${number})`;
}

const ticketsSql = (isOwner: string, eventId: string): string =>
  `(select count(*)::int from tickets t where t.user_id ${isOwner} and t.event_id = ${eventId} and t.state = 'valid')`;

/**
 * The valid tickets of a user for an event in SQL, from the columns that name both. `isShared`: those of all accounts with the user's personal
 * number, and what the other ones hold; overdue holds count until they are released, since a late payment may still find them.
 */
export function ownedPlacesSql(userId: string, eventId: string, isShared: boolean): string {
  if (!isShared) return ticketsSql(`= ${userId}`, eventId);
  const accounts = accountsOfPersonSql(userId);
  const held = `select coalesce(sum(other.quantity), 0)::int from holds other
    where other.user_id <> ${userId} and other.user_id ${accounts} and other.event_id = ${eventId}`;
  return `(${ticketsSql(accounts, eventId)} + (${held}))`;
}

/**
 * Places that are held or sold with a code in SQL, by everybody or by one buyer. Overdue holds count until they are released. A ticket that was
 * passed on counts for who bought it.
 */
export function promoCodePlacesSql(code: string, buyer?: { userId: string; isShared: boolean }): string {
  const isBuyer = buyer && (buyer.isShared ? accountsOfPersonSql(buyer.userId) : `= ${buyer.userId}`);
  const by = (row: string) => (isBuyer === undefined ? '' : `and ${row}.user_id ${isBuyer}`);
  return `((select coalesce(sum(used.quantity), 0)::int from holds used where used.promo_code_id = ${code} ${by('used')})
    + (select count(*)::int from order_lines line join tickets bought on bought.order_line_id = line.id and bought.state = 'valid'
      join orders purchase on purchase.id = line.order_id where line.promo_code_id = ${code} ${by('purchase')}))`;
}
