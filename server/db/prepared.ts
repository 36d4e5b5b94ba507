import type { Db } from './client.ts';

/**
 * Prepares a statement once per database handle: `const findEvent = prepared((db) => db.select()….prepare('find_event'))`, then
 * `findEvent(db).execute({ id })`. Names are one list for the whole product, because a connection remembers them.
 */
export function prepared<Statement>(build: (db: Db) => Statement): (db: Db) => Statement {
  const statements = new WeakMap<Db, Statement>();
  return (db) => {
    const present = statements.get(db);
    if (present) return present;
    const statement = build(db);
    statements.set(db, statement);
    return statement;
  };
}
