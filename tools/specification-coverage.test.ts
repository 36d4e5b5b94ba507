import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const isThere = (path: string): boolean => existsSync(new URL(path, root));

type Row = { requirement: string; builtIn: string[]; proofs: { file: string; names: string[] }[]; state: string };

const pathsIn = (cell: string): string[] => [...cell.matchAll(/`([\w./-]+\.\w+)`/g)].map(([, path = '']) => path);

/** The rows of the page's tables, without their heads. */
function readRows(): Row[] {
  const lines = read('docs/specification-coverage.md').split('\n');
  const cells = lines.filter((line) => /^\| (?!Requirement|-)/.test(line)).map((line) => line.split('|').map((cell) => cell.trim()));
  return cells.map(([, requirement = '', builtIn = '', provedBy = '', state = '']) => {
    const proofs = [...provedBy.matchAll(/`([^`]+)`([^`]*)/g)].map(([, file = '', said = '']) => {
      return { file, names: [...said.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name) };
    });
    return { requirement, builtIn: pathsIn(builtIn), proofs, state };
  });
}

const rows = readRows();

test('every row of the coverage page has a state, and one that is proved says where it is built and by what', () => {
  expect(rows.length).toBeGreaterThan(150);
  for (const { requirement, builtIn, proofs, state } of rows) {
    expect([requirement, state]).toEqual([requirement, expect.stringMatching(/^(✓|seen|–|not yet: .+)$/)]);
    if (state === '✓') expect([requirement, builtIn.length > 0, proofs.length > 0]).toEqual([requirement, true, true]);
    if (state === 'seen') expect([requirement, builtIn.length > 0, proofs.length]).toEqual([requirement, true, 0]);
  }
});

test('every file and every test the coverage page names is there', () => {
  for (const { requirement, builtIn, proofs } of rows) {
    for (const path of builtIn) expect([requirement, path, isThere(path)]).toEqual([requirement, path, true]);
    for (const { file, names } of proofs) {
      const source = isThere(file) ? read(file) : '';
      expect([requirement, file, names.filter((name) => !source.includes(name))]).toEqual([requirement, file, []]);
      expect([requirement, file, names.length > 0]).toEqual([requirement, file, true]);
    }
  }
});
