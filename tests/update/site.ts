import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import pg from 'pg';
import { freePort } from '#lab/trial/server-process.ts';
import { connect } from '#lab/trial/world.ts';
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts';
import { findPostmaster } from '#server/platform/db/postgres-launch.ts';
import { packageOf } from '#tools/update/new-release.ts';

const root = join(import.meta.dirname, '../..');
const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { encoding: 'utf8' }).trim();

/** Makes a repository whose first version is this program, independent of this clone's history. */
export function makeRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rkali-origin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  git(folder, 'init', '--quiet', '--initial-branch=main');
  const files = git(root, 'ls-files', '--cached', '--others', '--exclude-standard')
    .split('\n')
    .filter((file) => existsSync(join(root, file)));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  commit(folder, `v${packageOf(root).version}`);
  return folder;
}

export function commit(folder: string, tag: string): void {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', tag);
  git(folder, 'tag', tag);
}

export function edit(folder: string, file: string, change: (text: string) => string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(path, changed);
}

const MIGRATIONS = 'server/platform/db/migrations';

/** Adds a version with another number and one more migration that expands. */
export function addVersion(folder: string, version: string, sql: string): void {
  edit(folder, 'package.json', (text) => text.replace(/"version": ".*"/, `"version": "${version}"`));
  const tag = `9${version.replaceAll('.', '')}_next`;
  writeFileSync(join(folder, MIGRATIONS, `${tag}.sql`), sql);
  edit(folder, `${MIGRATIONS}/meta/_journal.json`, (text) => {
    const journal = JSON.parse(text);
    const last = journal.entries.at(-1);
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1_000, tag });
    return JSON.stringify(journal);
  });
}

export type Site = { base: string; origin: string; log(): string };

/** Makes a folder with the first version in `releases/`, to which `current` leads. */
export function placeFirst(repository: string): string {
  const base = mkdtempSync(join(tmpdir(), 'rkali-site-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  // PostgreSQL started by root runs as another user, who must reach this folder.
  chmodSync(base, 0o755);
  const first = join(base, 'releases/first');
  git(base, 'clone', '--quiet', `file://${repository}`, first);
  for (const name of ['node_modules', 'dist', 'generated']) execFileSync('cp', ['-al', join(root, name), join(first, name)]);
  symlinkSync('releases/first', join(base, 'current'));
  return base;
}

/** Writes the settings of a site on a free port, and returns its address. */
export async function writeSettings(file: string, own: Record<string, string | number>): Promise<string> {
  const port = await freePort();
  const settings = {
    PORT: port,
    DEMO: false,
    PLACEHOLDER_IMAGES: false,
    RATE_LIMIT_SCALE: 1_000,
    MAIL: 'files',
    LOG_LEVEL: 'error',
    ...own,
  };
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  return `http://127.0.0.1:${port}`;
}

/** Starts what `current` in a folder leads to, under a supervisor that restarts it whenever it ends. `base`: has `current` and `data`. */
export async function supervise(base: string, origin: string, env: NodeJS.ProcessEnv): Promise<Site> {
  const data = join(base, 'data');
  mkdirSync(data, { mode: 0o755 });
  const log = join(base, 'log');
  const loop = `while :; do (cd ${base}/current && npm start) >> ${log} 2>&1; sleep 0.3; done`;
  const supervisor = spawn('sh', ['-c', loop], { env, stdio: 'ignore', detached: true });
  onTestFinished(async () => {
    process.kill(-(supervisor.pid ?? 0), 'SIGKILL');
    const left = findPostmaster(join(data, 'postgres'));
    if (left) process.kill(left.pid, 'SIGQUIT');
    await expect.poll(() => findPostmaster(join(data, 'postgres'))).toBeUndefined();
  });
  const site = { base, origin, log: () => readFileSync(log, 'utf8') };
  await untilOpen(site);
  return site;
}

/** Starts the first version in the folders of updates. */
export async function openSite(repository: string, variables: Record<string, string | number> = {}): Promise<Site> {
  const base = placeFirst(repository);
  const origin = await writeSettings(join(base, '.env'), { DATA_DIR: join(base, 'data'), ...variables });
  symlinkSync('../../.env', join(base, 'releases/first/.env'));
  return supervise(base, origin, environment());
}

/** MAIL is the mailbox of a logged-in user; the site's own settings are in `.env`. */
export const environment = () => ({ PATH: process.env['PATH'], HOME: process.env['HOME'], MAIL: '/var/mail/test' });

export const untilOpen = ({ origin }: Site): Promise<void> =>
  expect
    .poll(
      () =>
        fetch(`${origin}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 90_000 },
    )
    .toBe(200);

/** Runs the update as its operator does. */
export async function update({ base }: Site, version?: string): Promise<{ code: number; said: string }> {
  const current = join(base, 'current');
  const args = [join(realpathSync(current), 'tools/update.ts'), ...(version === undefined ? [] : [version])];
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: current, env: environment() }).then(
    (done) => ({ code: 0, ...done }),
    (failed: { code: number; stdout: string; stderr: string }) => failed,
  );
  return { code, said: stdout + stderr };
}

/** Starts visitors who send enquiries without a pause; `names` are those whose enquiry was accepted. */
export function startLoad({ origin }: Site) {
  const names: string[] = [];
  let isOver = false;
  const send = async (visitor: number): Promise<void> => {
    for (let count = 0; !isOver; count += 1) {
      const name = `Visitor ${visitor} ${count}`;
      const body = `Name: ${name}||Email: nino@example.com||Event Description: A birthday`;
      await connect(origin)
        .enquiries.rental({ body })
        .then(
          () => names.push(name),
          () => undefined,
        );
      await sleep(30);
    }
  };
  const sending = [1, 2, 3].map(send);
  return {
    names,
    async stop() {
      isOver = true;
      await Promise.all(sending);
    },
  };
}

export async function onDatabase<T>({ base }: Site, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir: join(base, 'data'), log: () => undefined });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await server.stop();
  }
}

export const hasTable = (site: Site, name: string): Promise<boolean> =>
  onDatabase(site, async (client) => (await client.query('select to_regclass($1) is not null as found', [name])).rows[0]?.found);

/** Returns the accepted enquiries that the database does not have. */
export const lost = (site: Site, names: readonly string[]): Promise<string[]> =>
  onDatabase(site, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select name from unnest($1::text[]) as name where not exists (select from enquiries where body like $2 || name || $3)',
      [names, 'Name: ', '||%'],
    );
    return rows.map(({ name }) => name);
  });

export const releaseOf = ({ base }: Pick<Site, 'base'>): string => realpathSync(join(base, 'current')).split('/').at(-1) ?? '';
