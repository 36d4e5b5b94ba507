import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';
import { fillWhole } from '#server/platform/files.ts';
import { SHARED_MEMORY } from './shared-memory.ts';

const installed = '/usr/bin/chromium';
const unpacked = fileURLToPath(new URL('../../node_modules/.cache/rkali-chromium', import.meta.url));
const unpackScript = fileURLToPath(new URL('./unpack-chromium.ts', import.meta.url));

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// By default Playwright makes the browser's processes share files on disk, which costs a twentieth more CPU.
const inMemory: LaunchOptions = SHARED_MEMORY ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {};

/** Starts Chromium: that of `CHROMIUM_PATH`, else an installed one, else the bundled one. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch(await withChromium(options));
}

type ProfileOptions = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>;

/** Starts Chromium with a profile folder: it stores its data on disk, and other programs can reach it over a port. */
export async function launchProfile(folder: string, options: ProfileOptions = {}): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...options, ...(await withChromium(options)) });
}

/** Returns the options with which Playwright starts it. */
export async function withChromium(options: LaunchOptions = {}): Promise<LaunchOptions> {
  const own = process.env['CHROMIUM_PATH'] ?? (existsSync(installed) ? installed : undefined);
  const found = own ? { executablePath: own } : await shippedChromium();
  return { ...found, ...inMemory, ...options, args: [...args, ...(options.args ?? [])] };
}

/** Unpacks Chromium's npm package once, and returns how to start it. */
export async function shippedChromium(): Promise<LaunchOptions> {
  if (!existsSync(unpacked)) await fillWhole(unpacked, unpackInto);
  const env = { ...process.env, LD_LIBRARY_PATH: join(unpacked, 'al2023/lib'), FONTCONFIG_FILE: fontSettings() };
  return { executablePath: join(unpacked, 'chromium'), env };
}

/**
 * The package's own settings look for fonts in one fixed folder, and without any font Chromium crashes at the first missing letter. Fonts
 * of the machine are left out, because pages would measure differently everywhere.
 */
function fontSettings(): string {
  const file = join(unpacked, 'own-fonts.conf');
  const folder = (name: string, path: string) => `<${name}>${join(unpacked, path)}</${name}>`;
  if (!existsSync(file))
    writeFileSync(file, `<fontconfig>${folder('dir', 'fonts/fonts')}${folder('cachedir', 'fonts-cache')}</fontconfig>`);
  return file;
}

// In a separate process, because the package changes its environment. It unpacks into the temporary folder, and adds missing system
// libraries only where it detects that company's cloud.
async function unpackInto(draft: string): Promise<void> {
  mkdirSync(draft, { recursive: true });
  const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  await promisify(execFile)(process.execPath, [unpackScript], { env });
}
