import type { Db } from './client.ts';

/**
 * Prepares a statement once: `const findEvent = prepared((db) => db.select()….prepare('find_event'))`, then
 * `findEvent(db).execute({ id })`, with the database or a transaction. Names are one list for the whole product, because a connection
 * remembers them.
 */
export function prepared<Statement extends object>(build: (db: Db) => Statement): (db: Db) => Statement {
  let first: Statement | undefined;
  return (db) => {
    first ??= build(db);
    return onConnectionOf(db, first);
  };
}

/**
 * The same statement, sent over the connection of this handle. drizzle ties a prepared statement to the handle it was made with and
 * would have us put it together anew in each transaction, which is a fifth of the work of a purchase; only the connection differs.
 */
function onConnectionOf<Statement extends object>(db: Db, statement: Statement): Statement {
  const { client } = sessionOf(db);
  if (!('client' in statement) || client === undefined) throw new Error('drizzle keeps its connections in another place now.');
  const copy: Statement = Object.create(Object.getPrototypeOf(statement));
  return Object.assign(copy, statement, { client });
}

/** drizzle does not show where a handle keeps its connection. */
const sessionOf = (db: Db): { client?: unknown } => (db as unknown as { _: { session: { client?: unknown } } })._.session;
