import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SECONDS = 4;

type BareServer = { url: string; stop(): void };

/** The baseline of the machine: a separate process with only node:http that sends `body` to every request. */
export async function startBareServer(body?: string): Promise<BareServer> {
  const args = body === undefined ? [] : [body];
  const child = spawn(process.execPath, [import.meta.filename, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${String(line).trim()}`, stop: () => child.kill() };
}

/** pgbench on a scratch database of the same server; undefined where pgbench is not installed. */
type Pgbench = {
  /** Its standard write transaction without contended rows (`-N`), 16 clients. */
  simpleWrites(): Promise<number>;
  /** One row that all clients update. */
  hotRow(): Promise<number>;
};

export async function preparePgbench(serverUrl: string): Promise<Pgbench | undefined> {
  const has = await run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
  if (!has) return undefined;
  const url = new URL(serverUrl);
  url.pathname = '/pgbench';
  await run('psql', [serverUrl, '-qc', 'drop database if exists pgbench', '-c', 'create database pgbench']);
  await run('pgbench', ['-i', '-q', '-s', '10', url.href]);
  await run('psql', [url.href, '-qc', 'create table hot (id int primary key, n int)', '-c', 'insert into hot values (1, 0)']);
  const script = await writeScript('update hot set n = n + 1 where id = 1;\n');
  const perSecond = async (args: string[]): Promise<number> => {
    const { stdout } = await run('pgbench', ['-n', '-M', 'prepared', '-j', '1', '-T', String(SECONDS), ...args, url.href]);
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  };
  return { simpleWrites: () => perSecond(['-N', '-c', '16']), hotRow: () => perSecond(['-c', '16', '-f', script]) };
}

async function writeScript(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rkali-pgbench-'));
  const file = join(folder, 'hot.sql');
  await writeFile(file, text);
  process.once('exit', () => void rm(folder, { recursive: true, force: true }));
  return file;
}

function serve([body = '{"hello":"world"}']: string[]): void {
  const bytes = Buffer.from(body);
  const headers = { 'content-type': 'application/json', 'content-length': bytes.length };
  const server = createServer((_request, response) => {
    response.writeHead(200, headers).end(bytes);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object' && address !== null) process.stdout.write(`${address.port}\n`);
  });
}

if (import.meta.main) serve(process.argv.slice(2));
