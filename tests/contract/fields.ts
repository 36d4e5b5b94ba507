import { z } from 'zod';
import type { Endpoint, Shape } from '#shared/contract.ts';

type Schema = z.core.JSONSchema._JSONSchema;
type Contract = Record<string, Record<string, Endpoint>>;

/** Adds the fields below `path`, each with whether a client may leave it out. */
function collect(schema: Schema | Schema[] | undefined, path: string, found: Map<string, boolean>): void {
  if (typeof schema !== 'object' || Array.isArray(schema)) return;
  const objects = [schema.anyOf ?? schema.oneOf ?? []].flat().filter(({ properties }) => properties);
  for (const [place, one] of objects.entries()) collect(one, objects.length === 1 ? path : `${path}${place + 1}:`, found);
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const own = path === '' || path.endsWith(':') ? `${path}${name}` : `${path}.${name}`;
    found.set(own, !schema.required?.includes(name));
    collect(child, own, found);
  }
  collect(schema.items, `${path}[]`, found);
  collect(schema.additionalProperties, `${path}{}`, found);
}

function fieldsOf({ query, body }: Pick<Shape, 'query' | 'body'>): string[] {
  const found = new Map<string, boolean>();
  for (const schema of [query, body]) if (schema) collect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '', found);
  return [...found].map(([name, mayLack]) => (mayLack ? `${name}?` : name)).toSorted();
}

/**
 * Returns a line for each call with its fields in query and body: `title`, `note?` that a client may leave out, `acts[].name` of each entry
 * of a list, and `1:code` and `2:password` of alternatives.
 */
export const fieldLines = (contract: Contract): string[] =>
  Object.values(contract)
    .flatMap((verbs) => Object.values(verbs).map(({ method, path, shape }) => [`${method} ${path}`, ...fieldsOf(shape)].join('  ')))
    .toSorted();

const parse = (line: string) => {
  const [call = '', ...fields] = line.split('  ');
  return { call, fields: new Map(fields.map((field) => [field.replace(/\?$/, ''), field.endsWith('?')])) };
};

/** The beginnings that a field shares with all others of its object, list or alternative, such as `acts[].`. */
const placesOf = (field: string): string[] =>
  Array.from(field.matchAll(/\.|\d+:/g), ({ 0: mark, index }) => field.slice(0, index + mark.length));

/** Returns what clients that know only the calls of `before` can no longer send to those of `now`. */
export function refusedNow(before: readonly string[], now: readonly string[]): string[] {
  const present = new Map(now.map(parse).map(({ call, fields }) => [call, fields]));
  return before.map(parse).flatMap(({ call, fields: known }) => {
    const fields = present.get(call);
    if (!fields) return [`${call} is gone`];
    const names = [...known.keys()];
    const gone = names.filter((name) => !fields.has(name)).map((name) => `${call} has no ${name}`);
    // A client that does not know an object sends nothing inside of it.
    const isSent = (field: string) => placesOf(field).every((place) => names.some((name) => name.startsWith(place)));
    const needed = [...fields].filter(([name, mayLack]) => !mayLack && known.get(name) !== false && isSent(name));
    return [...gone, ...needed.map(([name]) => `${call} needs ${name}`)];
  });
}
