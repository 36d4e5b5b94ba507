import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { jobs } from './registry.ts';

test('every job is listed once', () => {
  const sources = globSync('server/**/*.ts', { exclude: ['**/*.{test,nightly}.ts'] }).map((file) => readFileSync(file, 'utf8'));
  const written = sources.flatMap((source) =>
    [...source.matchAll(/= (?:define|declare)Job\(\{\s*name: '([\w-]+)'/g)].map(([, name]) => name),
  );
  expect(jobs.map(({ name }) => name).sort()).toEqual(written.sort());
});
