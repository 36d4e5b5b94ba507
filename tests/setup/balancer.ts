import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '#lab/trial/server-process.ts';
import { createTestFolder } from './folder.ts';
import { onTestFinished } from './on-test-finished.ts';

/** True where HAProxy is installed. */
export const hasBalancer = spawnSync('haproxy', ['-v']).status === 0;

/** A machine is out after two failed checks, and back after two good ones. */
const CHECK_MS = 500;

/** Starts HAProxy in front of servers, which it asks for `/readyz`. Returns its origin. */
export async function startBalancer(origins: readonly string[]): Promise<string> {
  const port = await freePort();
  const file = join(createTestFolder(), 'haproxy.cfg');
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 70s
  timeout server 70s
  timeout check 5s
  option redispatch
frontend site
  bind 127.0.0.1:${port}
  default_backend machines
backend machines
  option httpchk GET /readyz
  default-server check inter ${CHECK_MS}ms fall 2 rise 2
${origins.map((origin, at) => `  server machine${at} ${new URL(origin).host}`).join('\n')}
`,
  );
  const balancer = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  onTestFinished(() => void balancer.kill('SIGKILL'));
  const origin = `http://127.0.0.1:${port}`;
  const ask = () =>
    fetch(`${origin}/healthz`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(ask, { timeout: 20_000 }).toBe(200);
  return origin;
}
