type Values = Record<string, unknown>;

const textOf = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** What two states of the same thing do not share, for the audit log. */
export function changedParts(before: Values, after: Values): { before: Values; after: Values } {
  const names = Object.keys(after).filter((name) => textOf(before[name]) !== textOf(after[name]));
  const pick = (values: Values): Values => Object.fromEntries(names.map((name) => [name, textOf(values[name])]));
  return { before: pick(before), after: pick(after) };
}
