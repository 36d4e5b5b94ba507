import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wholeContract } from '#shared/staff-api.ts';
import { withoutShapes } from './strip-contract-shapes.ts';

const shared = new URL('../../shared/', import.meta.url);
const contractFiles = readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.contract.ts'));

test('what is no endpoint and no schema stays, on its own line', () => {
  const source = [
    "import { z } from 'zod';",
    "import { endpoint } from '#shared/contract.ts';",
    '',
    'export const View = z.object({',
    '  text: z.string(),',
    '});',
    'const LIMIT = 5;',
    "export const table = { list: endpoint('GET', '/x', 'public', {",
    "  summary: 'A “quoted”, (bracketed) summary: endpoint(1, 2, 3, 4)',",
    '  output: z.array(View).max(LIMIT),',
    '}) };',
  ].join('\n');
  const [endpoint, limit, list] = [
    "import { endpoint } from '#shared/contract.ts';",
    'const LIMIT = 5;',
    "export const table = { list: endpoint('GET', '/x', 'public'",
  ];
  expect(withoutShapes(source, 'x.contract.ts').split('\n')).toEqual(['', endpoint, '', '', '', '', limit, list, '', '', ') };']);
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
