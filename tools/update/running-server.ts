import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '#server/platform/config/env.ts';
import { isAlive } from '#server/platform/files.ts';
import { processFile } from '#server/prepare.ts';
import { clearProgress, showProgress, writeBesideProgress } from '#tools/progress-line.ts';
import { forgetTrial, isNoted } from './fleet.ts';
import { packageOf } from './new-release.ts';
import type { Place } from './place.ts';

const LOOK_MS = 100;
/** The server ends within ten seconds; a database with much to write may take longer. */
const STOP_MS = 40_000;
const TRIAL_MS = 120_000;
/** Longer than the database notes a server that was killed. */
const NOTED_MS = 40_000;
const LOOK_NOTED_MS = 1_000;

const findProcess = (env: Env): number | undefined => {
  const file = processFile(env);
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return pid > 0 && isAlive(pid) && isServer(pid) ? pid : undefined;
};

/** After a crash of the machine another program may have the id. Without `/proc` it counts as the server. */
function isServer(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts');
  } catch {
    return !existsSync('/proc/self');
  }
}

/**
 * Stops the server if it runs and waits until it has ended; behind a load balancer first until no visitors come any more. Returns true if it
 * ran. Starts are held back until then. @throws when it does not end, or the database notes a server whose process cannot be found
 */
export async function stopServer(env: Env): Promise<boolean> {
  const pid = await findNoted(env);
  if (pid === undefined) return false;
  showProgress('Stopping the server');
  await endProcess(pid, env.drainMs + STOP_MS);
  clearProgress();
  return true;
}

/** Returns the process of the server; waits until the note of one that crashed is out of date. */
async function findNoted(env: Env): Promise<number | undefined> {
  const deadline = performance.now() + NOTED_MS;
  let pid = findProcess(env);
  while (pid === undefined && (await isNoted(env))) {
    if (performance.now() > deadline) {
      throw new Error(
        `a server of this machine uses the database, but ${processFile(env)} does not name it: stop it, and try again in a minute.`,
      );
    }
    showProgress('Waiting whether a server of this machine still runs');
    await sleep(LOOK_NOTED_MS);
    pid = findProcess(env);
  }
  clearProgress();
  return pid;
}

/** @throws when it does not end */
async function endProcess(pid: number, stopMs = STOP_MS): Promise<void> {
  process.kill(pid, 'SIGTERM');
  const deadline = performance.now() + stopMs;
  while (isAlive(pid)) {
    if (performance.now() > deadline) throw new Error(`the server (process ${pid}) does not end.`);
    await sleep(LOOK_MS);
  }
}

/** Waits until a server of any release answers at the configured address. Returns false after two minutes. */
export const untilOpen = ({ host, port }: Env): Promise<boolean> =>
  untilServing(`http://${host.includes(':') ? `[${host}]` : host.replace('0.0.0.0', '127.0.0.1')}:${port}`, () => true);

/**
 * Runs a release on a secret port with the club's data, which it migrates. Returns true if it becomes ready and shows its first page; ends
 * it in any case.
 */
export async function tryRelease(place: Place, release: string, site: Env): Promise<boolean> {
  const port = await freePort();
  const [, ...flags] = (packageOf(release).scripts['start'] ?? '').split(' ');
  const own = join(release, 'node_modules/.bin/node');
  const { npm_lifecycle_event: _event, ...inherited } = process.env;
  const env = { ...inherited, PORT: String(port), HOST: '127.0.0.1', PROCESSES: '1', DRAIN_SECONDS: '0' };
  const server = spawn(existsSync(own) ? own : process.execPath, flags, { cwd: release, env, stdio: ['ignore', 'pipe', 'pipe'] });
  server.stdout.on('data', (said: Buffer) => writeBesideProgress(process.stdout, said));
  server.stderr.on('data', (said: Buffer) => writeBesideProgress(process.stderr, said));
  writeFileSync(trialFile(place), `${server.pid} ${port}\n`);
  try {
    return await untilServing(`http://127.0.0.1:${port}`, () => server.exitCode === null && server.signalCode === null);
  } finally {
    await end(server);
    rmSync(trialFile(place), { force: true });
    await forgetTrial(site, port);
  }
}

const trialFile = ({ base }: Place): string => join(base, 'update-trial.pid');

/** Ends the server of a killed update, which would otherwise use the data beside the release that replaces it. */
export async function endTrial(place: Place, site: Env): Promise<void> {
  const file = trialFile(place);
  if (!existsSync(file)) return;
  const [pid = 0, port = 0] = readFileSync(file, 'utf8').split(' ').map(Number);
  if (pid > 0 && isAlive(pid) && isServer(pid)) await endProcess(pid);
  await forgetTrial(site, port);
  rmSync(file);
}

async function untilServing(origin: string, mayStill: () => boolean): Promise<boolean> {
  const deadline = performance.now() + TRIAL_MS;
  while (performance.now() < deadline && mayStill()) {
    if ((await isFine(`${origin}/readyz`)) && (await isFine(`${origin}/`))) return true;
    await sleep(LOOK_MS);
  }
  return false;
}

const isFine = (address: string): Promise<boolean> =>
  fetch(address, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(10_000) }).then(
    async (answer) => answer.ok && (await answer.text()) !== '',
    () => false,
  );

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('there is no free port.');
  return address.port;
}
