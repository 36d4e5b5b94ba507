import type { ClientBase } from 'pg';

/** Statements that a connection keeps are few and have the same text each time; beyond this many, further ones go unnamed. */
const NAMES_MAX = 400;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const present = names.get(text);
  if (present || names.size >= NAMES_MAX) return present;
  const name = `statement_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/**
 * Gives every statement with values a name, so that this connection parses and plans it once. `prepare()` does so only outside of
 * transactions, where the fewest statements are: planning was most of what PostgreSQL did for a purchase.
 */
export function nameStatements(client: ClientBase): void {
  const query = client.query.bind(client);
  Object.assign(client, {
    query: (statement: unknown, values: unknown, ...rest: unknown[]) => asAny(query)(named(statement, values), values, ...rest),
  });
}

function named(statement: unknown, values: unknown): unknown {
  if (!Array.isArray(values) || values.length === 0) return statement;
  if (!isUnnamed(statement)) return statement;
  const name = nameOf(statement.text);
  return name === undefined ? statement : { ...statement, name };
}

const isUnnamed = (statement: unknown): statement is { text: string } =>
  typeof statement === 'object' &&
  statement !== null &&
  'text' in statement &&
  typeof statement.text === 'string' &&
  !('name' in statement && statement.name !== undefined) &&
  !('submit' in statement);

/** `query` takes many forms, and all but the name go through as they came. */
const asAny = (query: ClientBase['query']) => query as unknown as (...words: unknown[]) => unknown;
