import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { freePort } from '#lab/trial/server-process.ts';
import { arrive, connect, openEvent, pay } from '#lab/trial/world.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { findPostmaster } from '#server/platform/db/postgres-launch.ts';
import { openTestPool } from '#tests/setup/database.ts';
import { createDatabaseFolder } from '#tests/setup/folder.ts';
import { buildSite } from '#tools/setup/build.mjs';

const root = join(import.meta.dirname, '..');
const Lock = z.object({
  packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional(), devOptional: z.boolean().optional() })),
});

/** Returns the folders of packages that only tests, checks and measurements need, also as a peer of another package. */
function developmentPackages(): string[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  return Object.entries(packages).flatMap(([path, { dev, devOptional }]) => (dev || devOptional ? [path] : []));
}

/**
 * Copies the program as in production: without `lab/`, `tests/` and every test, and with the packages of a production install only. These
 * are links to this clone's packages, so that npm does not fetch them again.
 */
function copyProgram(): string {
  const folder = createDatabaseFolder();
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split(
    '\n',
  );
  for (const file of files.filter(
    (name) => name !== '' && !/^(lab|tests)\/|\.(test|nightly)\.tsx?$/.test(name) && existsSync(join(root, name)),
  )) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  for (const name of ['node_modules', 'dist', 'generated']) execFileSync('cp', ['-al', join(root, name), join(folder, name)]);
  for (const path of developmentPackages()) rmSync(join(folder, path), { recursive: true, force: true });
  // The mark of an install of all packages.
  rmSync(join(folder, 'node_modules/.rkali-install'), { force: true });
  return folder;
}

test('in production the site starts, shows pages and sells a ticket without any package or file of tests and measurements', async () => {
  await buildSite(process.execPath);
  const folder = copyProgram();
  const port = String(await freePort());
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o755 });
  const { PATH, HOME } = process.env;
  const settings = {
    NODE_ENV: 'production',
    PORT: port,
    DATA_DIR: dataDir,
    PAYMENTS: 'fake',
    MAIL: 'files',
    PUBLIC_URL: `http://localhost:${port}`,
  };
  const server = spawn('npm', ['start'], { cwd: folder, env: { PATH, HOME, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (piece: Buffer) => (said += piece.toString()));
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await expect.poll(() => findPostmaster(join(dataDir, 'postgres')), { timeout: 30_000 }).toBeUndefined();
  });
  const origin = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${origin}/readyz`).then(
          ({ status }) => status,
          () => said,
        ),
      { timeout: 90_000 },
    )
    .toBe(200);
  expect(said).not.toContain('Installing the packages');
  expect(said).not.toContain('Building the site');

  const left = developmentPackages().filter((path) => existsSync(join(folder, path)));
  expect([left, developmentPackages().includes('node_modules/vitest')]).toEqual([[], true]);
  expect(globSync('{lab,tests}/**', { cwd: folder })).toEqual([]);

  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const pool = openTestPool(postgres.url);
  onTestFinished(async () => {
    await pool.end();
    await postgres.stop();
  });
  const eventId = await openEvent(pool, 10);
  const page = await fetch(`${origin}/Events/${eventId}`, { headers: { accept: 'text/html' } });
  expect([page.status, (await page.text()).includes('Night')]).toEqual([200, true]);
  const accessToken = await arrive(origin, 'nino@example.com');
  const api = connect(origin, accessToken);
  await api.cart.addTicket({ eventId });
  const back = await pay((await api.cart.checkout()).redirect.replace('localhost', '127.0.0.1'), 'approve');
  expect(await api.payments.bankReturn({ body: { token: new URL(back).searchParams.get('order') ?? '' } })).toMatchObject({
    state: 'paid',
  });
  const [ticket] = await api.tickets.mine();
  const sheet = await fetch(`${origin}/api/Tickets/${ticket?.id}/pdf`, { headers: { authorization: `Bearer ${accessToken}` } });
  expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});
