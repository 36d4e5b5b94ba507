import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TIMEOUT_MS = 180_000;
/** `node --flag server/main.ts`, the command of `npm start`. */
const START: string = JSON.parse(readFileSync(`${root}package.json`, 'utf8')).scripts.start;
const [PROGRAM, ...START_ARGUMENTS] = START.split(' ');
if (PROGRAM !== 'node') throw new Error(`npm start runs ${PROGRAM}, and not node with its flags`);
/** As in the systemd unit (deploy/rkali.service). */
const UNIT = { MALLOC_ARENA_MAX: '2' };

export type ServerProcess = {
  origin: string;
  pid: number;
  /** Milliseconds from spawn to the first 200 of `/readyz`. */
  readyMs: number;
  /** Its complete output so far. */
  output(): string;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Null while it runs, and when a signal ended it. */
  exitCode(): number | null;
};

/**
 * Below the ephemeral ports: an outgoing connection could take one of those before the server listens. Programs search at the same time, so
 * each starts at a random port.
 */
const PORTS = { from: 20_000, to: 32_000 };

/** Returns a free port of this machine. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** True where a process may have a host name of its own (Linux, as root). */
export const canNameMachines = spawnSync('unshare', ['--uts', 'hostname', 'machine']).status === 0;

/**
 * Starts the real server in a separate process with only PATH from our environment, and waits until it is ready. `machine`: its own host
 * name, as on a machine of its own.
 */
export async function startServer(variables: Record<string, string>, machine?: string): Promise<ServerProcess> {
  const startedAt = performance.now();
  const port = variables['PORT'] ?? String(await freePort());
  const { child, output } = spawnServer({ ...variables, PORT: port }, machine);
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin, child, output);
  return {
    origin,
    pid: child.pid ?? 0,
    readyMs: performance.now() - startedAt,
    output,
    exitCode: () => child.exitCode,
    kill: (signal) => end(child, signal),
  };
}

/** Starts a server that ends by itself; returns its exit code and output lines. */
export async function runServerToEnd(variables: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const { child, output } = spawnServer({ ...variables, PORT: variables['PORT'] ?? String(await freePort()) });
  const stuck = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  const [code] = await once(child, 'close');
  clearTimeout(stuck);
  return {
    code: Number(code),
    lines: output()
      .split('\n')
      .filter((line) => line !== ''),
  };
}

function spawnServer(variables: Record<string, string>, machine?: string) {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], LOG_LEVEL: 'warn', ...UNIT, ...variables };
  const own = machine === undefined ? [] : ['unshare', '--uts', 'sh', '-c', 'hostname "$0" && exec "$@"', machine];
  const [program = '', ...args] = [...own, process.execPath, ...START_ARGUMENTS];
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return { child, output: () => printed };
}

async function untilReady(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`);
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(10);
  }
  throw new Error(`the server did not become ready:\n${output()}`);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
