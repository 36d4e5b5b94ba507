import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { inProject, root, run, timed, withLock } from './project.mjs';

// In node_modules, so that it is removed with the packages.
const stamp = inProject('node_modules/.rkali-install');

/** Installs exactly the packages of package-lock.json unless they are installed. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withLock(root, async () => {
    if (isInstalled()) return;
    if (!isInstalledByHand()) await install();
    writeFileSync(stamp, stampOf(kind));
  });
}

/** What to install: `all`, or for a start or build in production `no-dev`, without the packages of tests and measurements. */
const kind = ['prestart', 'build'].includes(process.env.npm_lifecycle_event) && isProduction() ? 'no-dev' : 'all';

// A variable overrides the file, as in the server.
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

/** Returns true if `npm install` or `npm ci` has finished: npm writes its list of installed packages last. */
function isInstalledByHand() {
  const noted = readOrEmpty(inProject('node_modules/.package-lock.json'));
  if (!noted || !existsSync(inProject('node_modules/.bin'))) return false;
  const { packages } = JSON.parse(noted);
  return Object.entries(JSON.parse(readFileSync(inProject('package-lock.json'))).packages)
    .filter(([path, entry]) => path && (!entry.optional || suits(entry)) && (kind === 'all' || !(entry.dev || entry.devOptional)))
    .every(([path, entry]) => packages[path]?.version === entry.version && packages[path]?.integrity === entry.integrity);
}

const suits = ({ os, cpu, libc }) => os?.includes(process.platform) && cpu?.includes(process.arch) && !libc;

async function install() {
  const ownCache = isCacheWritable() ? undefined : inProject('.cache/npm');
  // No package runs an install script; `linkLibraries` (tools/setup/postgres-libraries.mjs) replaces PostgreSQL's. Optional companions of
  // packages (typescript, esbuild) are peers, which npm would install.
  const packages = kind === 'all' ? ['--include=dev'] : ['--omit=dev', '--legacy-peer-deps'];
  const args = ['ci', '--ignore-scripts', ...packages, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  await timed('Installing the packages', () =>
    npm(ownCache ? [...args, `--cache=${ownCache}`] : args, { failure: 'The packages could not be installed' }),
  );
  if (ownCache) rmSync(ownCache, { recursive: true });
}

// The Node that runs npm, not ours: ours may be the one in node_modules, which npm is about to replace.
function npm(args, options) {
  const { npm_execpath: script, npm_node_execpath: node = process.execPath } = process.env;
  return script?.endsWith('npm-cli.js') ? run(node, [script, ...args], options) : run('npm', args, options);
}

// npm fails if it cannot write its cache, even when everything is in it.
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
