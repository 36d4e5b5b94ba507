import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#lab/trial/server-process.ts';
import { isAlive } from '#server/platform/files.ts';
import { PROCESS_FILE } from '#server/prepare.ts';
import { median } from './statistics.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ROUNDS = 10;
const ROUNDS_OF_PARTS = 3;
/** The modules that `server/main.ts` loads before it does anything. */
const LOAD_MODULES = `require('module').enableCompileCache(); import('./server/start.ts');`;
const LOOK_MS = 5;

type Site = { variables: Record<string, string>; dataDir: string; origin: string };

/** Runs a command to its end; returns its duration in milliseconds. */
async function timed(program: string, args: string[], variables: Record<string, string> = {}): Promise<number> {
  const startedAt = performance.now();
  await once(spawn(program, args, { cwd: root, env: { ...process.env, ...variables }, stdio: 'ignore' }), 'exit');
  return performance.now() - startedAt;
}

/** Starts the site; returns the milliseconds until its first page. */
async function toFirstPage({ variables, origin }: Site, program: string, args: string[]): Promise<number> {
  const startedAt = performance.now();
  spawn(program, args, { cwd: root, env: { ...process.env, ...variables }, stdio: 'ignore' }).unref();
  for (;;) {
    const answer = await fetch(origin, { headers: { accept: 'text/html' } }).catch(() => undefined);
    if (answer?.ok && (await answer.text()) !== '') return performance.now() - startedAt;
    await sleep(LOOK_MS);
  }
}

async function end({ dataDir }: Site, signal: NodeJS.Signals): Promise<void> {
  const pid = Number(await readFile(join(dataDir, PROCESS_FILE), 'utf8'));
  process.kill(pid, signal);
  while (isAlive(pid)) await sleep(LOOK_MS);
}

const busyCore = (): ChildProcess => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });

/**
 * Measures `npm start` to the first page beside one busy core, after an orderly end and after a SIGKILL of the server (its database keeps
 * running), and each part of it.
 */
export async function measureStarts(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rkali-start-'));
  // PostgreSQL started by root runs as another user, who must reach this folder.
  await chmod(dataDir, 0o755);
  const port = String(await freePort());
  const variables = { DATA_DIR: dataDir, PORT: port, DEMO: 'true', LOG_LEVEL: 'error', MALLOC_ARENA_MAX: '2' };
  const site: Site = { variables, dataDir, origin: `http://127.0.0.1:${port}` };
  const parts = new Map<string, number[]>();
  const note = (name: string, ms: number): void => void parts.set(name, [...(parts.get(name) ?? []), ms]);
  const npm = () => toFirstPage(site, 'npm', ['start']);
  note('first start, with the demo', await npm());
  await end(site, 'SIGTERM');
  const busy = busyCore();
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      note('npm start, warm', await npm());
      await end(site, 'SIGKILL');
      note('npm start, after SIGKILL', await npm());
      await end(site, 'SIGTERM');
      if (round >= ROUNDS_OF_PARTS) continue;
      note('of it: node server/main.ts', await toFirstPage(site, process.execPath, ['server/main.ts']));
      await end(site, 'SIGTERM');
      note('of it: tools/ensure-ready.mjs', await timed(process.execPath, ['tools/ensure-ready.mjs', '--build']));
      note('of it: npm', await timed('npm', ['run', 'nothing', '--if-present']));
      note('of main.ts: its modules', await timed(process.execPath, ['-e', LOAD_MODULES]));
      note('of main.ts: an empty process', await timed(process.execPath, ['-e', '']));
    }
  } finally {
    busy.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
  console.log(`\n| Start beside one busy core | median of ${ROUNDS}, parts of ${ROUNDS_OF_PARTS} | fastest | slowest |\n|---|---|---|---|`);
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;
  for (const [name, all] of parts)
    console.log(`| ${name} | ${seconds(median(all))} | ${seconds(Math.min(...all))} | ${seconds(Math.max(...all))} |`);
}
