import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { variableNames } from '#server/platform/config/env.ts';

const root = join(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const units = read('rkali.service') + read('rkali@.service');

/** Variables of others: of the database's and web server's images, Node, npm and the C library. */
const OTHERS = /^(POSTGRES_\w+|RKALI_(SITE|UPSTREAM)|NODE_COMPILE_CACHE|npm_config_cache|MALLOC_ARENA_MAX|TMPDIR|SETTINGS_FILE)$/;

test('every setting that deploy/ names is one of the server', () => {
  const named = [
    ...Array.from(dockerfile.matchAll(/^(?:ENV| {4})\s*(\w+)=/gm), ([, name = '']) => name),
    ...Array.from(compose.matchAll(/^ {6}([A-Z_]+): /gm), ([, name = '']) => name),
    ...Array.from(units.matchAll(/^Environment=(.*)$/gm), ([, pairs = '']) =>
      pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    ).flat(),
  ];
  expect(named).toEqual(expect.arrayContaining(['NODE_ENV', 'DATA_DIR', 'HOST', 'POSTGRES_PASSWORD', 'DATABASE_OWNER_URL']));
  expect(named.filter((name) => !variableNames.includes(name) && !OTHERS.test(name))).toEqual([]);
});

test('the container runs as a user without rights, has a health check, and its folders are the ones compose mounts', () => {
  const user = dockerfile.split('\n').findLastIndex((line) => line.startsWith('USER node'));
  expect(user).toBeGreaterThan(dockerfile.split('\n').findIndex((line) => line.startsWith('FROM node')));
  expect(dockerfile).toContain('HEALTHCHECK');
  expect(dockerfile).toMatch(/^VOLUME \/data$/m);
  expect(compose).toMatch(/- data:\/data$/m);
  expect(compose).toContain('read_only: true');
  expect(existsSync(join(root, 'deploy/Dockerfile.dockerignore'))).toBe(true);
});

test("compose's PostgreSQL is set up by the script of this folder, with the addresses of .env and nothing else of it", () => {
  const [, service = ''] = compose.split(/\n {2}postgres:\n/);
  const [own = ''] = service.split(/\n {2}\w+:\n/);
  expect(own).toContain('- ./postgres-init.sql:/docker-entrypoint-initdb.d/rkali.sql:ro');
  expect(Array.from(own.matchAll(/\$\{(\w+)/g), ([, name]) => name)).toEqual(['DATABASE_OWNER_URL', 'DATABASE_URL', 'DATABASE_OWNER_URL']);
  expect(own).not.toContain('env_file');
});
