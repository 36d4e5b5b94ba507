import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wholeContract } from '#shared/staff-api.ts';
import { withoutShapes } from './strip-contract-shapes.ts';

const shared = new URL('../../shared/', import.meta.url);
const contractFiles = readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.contract.ts'));

const source = `import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { wireId } from '#shared/wire.ts';

/** The bank’s word. */
export const View = z.object({ text: z.string() });
export type View = z.infer<typeof View>;
const LIMIT = 5;
const name = { first: z.string() };
const longest = (max: number) => z.string().max(max);

export const table = {
  get: endpoint('GET', '/x/:id', 'public', {
    summary: 'A “quoted”, (bracketed) summary: endpoint(1, 2, 3, 4)',
    params: z.object({ id: wireId, more: longest(LIMIT), ...name }),
    output: View,
  }),
  list: endpoint('GET', '/x', 'public', { summary: 'All', output: z.array(View) }),
};
`;

test('an endpoint keeps its method, path and access, and loses its shape', () => {
  const stripped = withoutShapes(source, 'x.contract.ts');
  expect(stripped).toContain("list: endpoint('GET', '/x', 'public'),");
  expect(stripped).toContain("get: endpoint('GET', '/x/:id', 'public'");
  expect(stripped).not.toContain('summary');
});

test('schemas beside the table and their imports go too', () => {
  const stripped = withoutShapes(source, 'x.contract.ts');
  expect(stripped).not.toMatch(/zod|wireId|View/);
  expect(stripped).toContain("import { endpoint } from '#shared/contract.ts';");
});

test('what is no endpoint and no schema stays, on its own line', () => {
  const stripped = withoutShapes(source, 'x.contract.ts');
  expect(stripped.split('\n')).toHaveLength(source.split('\n').length);
  expect(stripped.split('\n').indexOf('const LIMIT = 5;')).toBe(source.split('\n').indexOf('const LIMIT = 5;'));
});

test.each(contractFiles)('%s imports nothing but endpoint() in the browser', (name) => {
  const stripped = withoutShapes(readFileSync(new URL(name, shared), 'utf8'), name);
  expect([...stripped.matchAll(/from '(.+)'/g)].map(([, from]) => from)).toEqual(['#shared/contract.ts']);
});

test('every endpoint of the contract survives', () => {
  const all = contractFiles.map((name) => withoutShapes(readFileSync(new URL(name, shared), 'utf8'), name)).join('\n');
  const declared = Object.values(wholeContract).flatMap((verbs) => Object.values(verbs));
  for (const { method, path, access } of declared) expect(all).toContain(`endpoint('${method}', '${path}', '${access}'`);
});
