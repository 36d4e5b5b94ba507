export type DoubleFile = {
  id: string;
  name: string;
  mimeType: string;
  parent: string;
  content: Buffer;
  modifiedTime: string;
  md5Checksum: string | undefined;
  trashed: boolean;
};

/** Evaluates the part of Drive's search language that folders need: terms with `and`, `or` and brackets. @throws on anything else */
export function matches(query: string, file: DoubleFile): boolean {
  const tokens = [...query.matchAll(/'(?:[^'\\]|\\.)*'|[()]|=|\w+/g)].map(([token]) => token);
  const next = (): string => tokens.shift() ?? '';
  const either = (): boolean => {
    let value = both();
    while (tokens[0] === 'or') value = consume('or') && both() ? true : value;
    return value;
  };
  const both = (): boolean => {
    let value = term();
    while (tokens[0] === 'and') value = consume('and') && term() ? value : false;
    return value;
  };
  const consume = (token: string): true => {
    if (next() !== token) throw new Error(`The query has no ${token}.`);
    return true;
  };
  const term = (): boolean => {
    if (tokens[0] === '(') {
      consume('(');
      const value = either();
      return consume(')') && value;
    }
    const left = next();
    if (left.startsWith("'")) return consume('in') && consume('parents') && file.parent === unquoted(left);
    if (left === 'trashed') return consume('=') && (next() === 'true') === file.trashed;
    if (left !== 'mimeType') throw new Error(`The query asks for ${left}.`);
    const [how, right] = [next(), unquoted(next())];
    if (how === '=') return file.mimeType === right;
    if (how === 'contains') return file.mimeType.startsWith(right);
    throw new Error(`The query compares with ${how}.`);
  };
  const value = either();
  if (tokens.length > 0) throw new Error('The query goes on.');
  return value;
}

function unquoted(token: string): string {
  if (!/^'.*'$/s.test(token)) throw new Error('The query lacks a quoted word.');
  return token.slice(1, -1).replaceAll(/\\(.)/g, '$1');
}

/** Parses `nextPageToken,files(id,name)` into the requested names at the top and of each file; without any, Drive's defaults. */
export function fieldsOf(fields: string | null, unasked: string): { top: string[]; file: string[] } {
  const [, file] = /files\(([^)]*)\)/.exec(fields ?? '') ?? [];
  const top = (fields ?? 'nextPageToken,incompleteSearch').replace(/files\([^)]*\)/, '').split(',');
  const names = (list: string): string[] => list.split(',').map((name) => name.trim());
  return { top: top.map((name) => name.trim()).filter(Boolean), file: names(file ?? unasked) };
}

export const pick = (from: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(from).filter(([name, value]) => names.includes(name) && value !== undefined));
