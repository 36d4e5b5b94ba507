import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { freePort } from '#lab/trial/server-process.ts';
import { connect } from '#lab/trial/world.ts';
import { createTestFolder } from './folder.ts';
import { onTestFinished } from './on-test-finished.ts';

const fleet = join(import.meta.dirname, '../../deploy/fleet');

type Balancer = { version: string; args(folder: string): string[]; listen(port: number): NodeJS.ProcessEnv };

const balancers: Record<string, Balancer> = {
  haproxy: {
    version: '-v',
    args: () => ['-db', '-f', join(fleet, 'haproxy.cfg')],
    listen: (port) => ({ LISTEN: `127.0.0.1:${port}` }),
  },
  caddy: {
    version: 'version',
    args: (folder) => {
      const file = join(folder, 'Caddyfile');
      // Without the port for administration, which another test may have.
      writeFileSync(file, readFileSync(join(fleet, 'Caddyfile'), 'utf8').replace('{\n', '{\n\tadmin off\n'));
      return ['run', '--config', file, '--adapter', 'caddyfile'];
    },
    listen: (port) => ({ RKALI_SITE: `http://127.0.0.1:${port}` }),
  },
};

/** The balancers of deploy/fleet that are installed. */
export const installed = Object.keys(balancers).filter((name) => spawnSync(name, [balancers[name]?.version ?? '']).status === 0);

/** Starts a balancer with its file of deploy/fleet in front of two servers. Returns its origin. */
export async function startBalancer(name: string, origins: readonly [string, string]): Promise<string> {
  const { args, listen } = balancers[name] ?? expect.fail(`there is no ${name}`);
  const port = await freePort();
  const folder = createTestFolder();
  const [one, two] = origins.map((origin) => new URL(origin).host);
  const env = { PATH: process.env['PATH'], HOME: folder, ...listen(port), SITE_ONE: one, SITE_TWO: two };
  const balancer = spawn(name, args(folder), { env, stdio: 'ignore' });
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

/** Each has one request under way at a time. */
export const VISITORS = 3;

/** Visitors look at pages and send enquiries without a pause. `accepted` are the texts of enquiries, `failed` the requests that failed. */
export function startVisitors(origin: string) {
  const accepted: string[] = [];
  const failed: string[] = [];
  let isOver = false;
  const send = async (visitor: number): Promise<void> => {
    for (let count = 0; !isOver; count += 1) {
      const body = `Name: Visitor ${visitor} ${count}||Email: nino@example.com||Event Description: A birthday`;
      await connect(origin)
        .enquiries.rental({ body })
        .then(() => accepted.push(body))
        .catch((error: unknown) => failed.push(`an enquiry: ${String(error)}`));
      const page = await fetch(`${origin}/?visitor=${visitor}`, { headers: { accept: 'text/html' } }).catch(String);
      if (typeof page === 'string' || !page.ok) failed.push(`a page: ${typeof page === 'string' ? page : page.status}`);
      else await page.text();
      await sleep(50);
    }
  };
  const sending = Array.from({ length: VISITORS }, (_, visitor) => send(visitor));
  return {
    accepted,
    failed,
    /** Waits until so many more enquiries were accepted. */
    more: async (amount: number) => {
      const before = accepted.length;
      await expect.poll(() => accepted.length, { timeout: 60_000 }).toBeGreaterThan(before + amount);
    },
    async stop() {
      isOver = true;
      await Promise.all(sending);
    },
  };
}
