import { accountsOfPersonSql } from '#server/sales/cart/person-limit.ts';

/** More than any code is ever used. */
const NO_LIMIT = 1_000_000;

/**
 * Places that are held or sold with a code, in SQL: of everybody, or where `isBuyer` is true of the column `user_id`. Overdue holds count until they
 * are released. A ticket that was passed on counts for who bought it.
 */
const codePlacesSql = (code: string, isBuyer?: string): string => {
  const of = (row: string) => (isBuyer === undefined ? '' : `and ${row}.user_id ${isBuyer}`);
  return `((select coalesce(sum(used.quantity), 0)::int from holds used where used.code_id = ${code} ${of('used')})
    + (select count(*)::int from order_lines line join tickets bought on bought.order_line_id = line.id and bought.state = 'valid'
      join orders purchase on purchase.id = line.order_id where line.code_id = ${code} ${of('purchase')}))`;
};

/** How many more places a code (an alias of `codes`) gives to anybody, in SQL. */
export const codeRoomSql = (code: string): string => `coalesce(${code}.uses - ${codePlacesSql(`${code}.id`)}, ${NO_LIMIT})`;

/** How many more places a code gives to one user, in SQL; with `isShared` to all accounts of the person. */
export const codePersonRoomSql = (code: string, userId: string, isShared: boolean): string => {
  const isBuyer = isShared ? accountsOfPersonSql(userId) : `= ${userId}`;
  return `coalesce(${code}.uses_per_person - ${codePlacesSql(`${code}.id`, isBuyer)}, ${NO_LIMIT})`;
};

/** Returns true for a code (an alias of `codes`) that opens its ticket type (of `baskets`) at a moment, in SQL; places may still be lacking. */
export const isCodeOpenSql = (code: string, now: string): string =>
  `(${code}.ended_at is null and coalesce(${code}.valid_from <= ${now}, true) and coalesce(${code}.valid_until > ${now}, true))`;
