import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#lab/trial/server-process.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { listening } from '#tests/setup/listening.ts';

const file = join(import.meta.dirname, '../../deploy/Caddyfile');
const isInstalled = spawnSync('caddy', ['version']).status === 0;

/** Changes the text of the Caddyfile. */
type Edit = (text: string) => string;
type Proxy = { port: number; folder: string };

/** Runs Caddy with the Caddyfile at a local address, with a certificate of its own authority, in front of `upstream`. */
async function startCaddy(upstream: number, edit: Edit = (text) => text): Promise<Proxy> {
  const folder = createTestFolder();
  const edited = join(folder, 'Caddyfile');
  writeFileSync(edited, edit(readFileSync(file, 'utf8')));
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    RKALI_SITE: `https://localhost:${port}`,
    RKALI_UPSTREAM: `127.0.0.1:${upstream}`,
  };
  const adapted = spawnSync('caddy', ['adapt', '--config', edited, '--adapter', 'caddyfile'], { env, encoding: 'utf8' });
  expect(adapted.stderr).not.toMatch(/"level":"error"/);
  const config = JSON.parse(adapted.stdout);
  // Leaves the machine unchanged: no trusted authority, no port below 1024, no admin port.
  config.admin = { disabled: true };
  config.apps.pki = { certificate_authorities: { local: { install_trust: false } } };
  for (const server of Object.values<Record<string, unknown>>(config.apps.http.servers))
    server['automatic_https'] = { disable_redirects: true };
  const settings = join(folder, 'caddy.json');
  writeFileSync(settings, JSON.stringify(config));
  const caddy: ChildProcess = spawn('caddy', ['run', '--config', settings], { env, stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(caddy, 'exit');
    caddy.kill('SIGKILL');
    await ended;
  });
  const authority = join(folder, 'caddy/pki/authorities/local/root.crt');
  await expect.poll(() => existsSync(authority)).toBe(true);
  return { port, folder };
}

/** Sends a request over https and trusts Caddy's authority. */
function call({ port, folder }: Proxy, path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const ca = readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'));
  return new Promise((resolve, reject) => {
    request({ host: 'localhost', port, path, headers, ca }, resolve).once('error', reject).end();
  });
}

/** Caddy has its certificate a moment after its authority. */
async function untilServing(proxy: Proxy): Promise<void> {
  await expect
    .poll(() =>
      call(proxy, '/').then(
        ({ statusCode }) => statusCode,
        () => undefined,
      ),
    )
    .toBeDefined();
}

const startUpstream = (listener: RequestListener): Promise<number> => listening(createServer(listener));

test.skipIf(!isInstalled)('Caddy accepts the Caddyfile as it is', () => {
  const { status, stderr } = spawnSync('caddy', ['validate', '--config', file, '--adapter', 'caddyfile'], {
    env: { PATH: process.env['PATH'], HOME: createTestFolder() },
    encoding: 'utf8',
  });
  expect([status, stderr.match(/"level":"(?:warn|error)".*/g)]).toEqual([0, null]);
});

test.skipIf(!isInstalled)("the server gets the caller's address from Caddy, and never what the caller claims", async () => {
  const upstream = await startUpstream((request, response) => void response.end(JSON.stringify(request.headers)));
  const proxy = await startCaddy(upstream);
  await untilServing(proxy);
  const answer = await call(proxy, '/', { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example' });
  const received = JSON.parse(await text(answer));
  expect(received['x-forwarded-for']).toMatch(/^(127\.0\.0\.1|::1)$/);
  expect(received['x-forwarded-proto']).toBe('https');
  expect(received['host']).toBe(`localhost:${proxy.port}`);
});

test.skipIf(!isInstalled)('each line of an event stream arrives before the next one is sent', async () => {
  const lines: (() => void)[] = [];
  const upstream = await startUpstream((request, response) => {
    if (request.url !== '/stream') return void response.end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: 1\n\n');
    lines.push(() => response.end('data: 2\n\n'));
  });
  const proxy = await startCaddy(upstream);
  await untilServing(proxy);
  const answer = await call(proxy, '/stream');
  const [first] = await once(answer.setEncoding('utf8'), 'data');
  expect(first).toBe('data: 1\n\n');
  const second = once(answer, 'data');
  lines[0]?.();
  expect(await second).toEqual(['data: 2\n\n']);
});

/** Returns the status of a request sent while nothing listens behind Caddy; the server opens a second later. */
async function statusWhileClosed(edit?: Edit): Promise<number | undefined> {
  const port = await freePort();
  const open = async () => {
    const server = createServer((_request, response) => void response.end('open')).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
  };
  const close = await open();
  const proxy = await startCaddy(port, edit);
  await untilServing(proxy);
  await close();
  const answer = call(proxy, '/').then(({ statusCode }) => statusCode);
  await sleep(1_000);
  onTestFinished(await open());
  return answer;
}

test.skipIf(!isInstalled)('a visitor who comes while the server starts anew waits for it', async () => {
  expect(await statusWhileClosed()).toBe(200);
  expect(await statusWhileClosed((text) => text.replace(/lb_try_duration .*/, ''))).toBe(502);
});
