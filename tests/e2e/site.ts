import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import { freePort, startServer } from '#lab/trial/server-process.ts';
import type { Language } from '#shared/constants.ts';
import { launchBrowser, launchProfile } from '#tests/setup/chromium.ts';
import { createTestDatabase } from '#tests/setup/database.ts';
import { onTestFinished } from '#tests/setup/on-test-finished.ts';
import { browserOfWorker, expect } from './test.ts';

export type Site = { origin: string; folder: string };

/** Starts the whole site in a separate process with demo content on its own database. */
export async function openSite(): Promise<Site> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'rkali-journey-'));
  const port = String(await freePort());
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PORT: port,
    DEMO: 'true',
    RATE_LIMIT_SCALE: '100',
    LOG_LEVEL: 'error',
  });
  onTestFinished(async () => {
    await server.kill('SIGTERM');
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  return { origin: `http://localhost:${port}`, folder };
}

type Visit = {
  language: Language;
  width: number;
  height?: number;
  /** Switches of a separate browser with another camera. */
  camera?: string[];
  allowed?: RegExp;
  /** Allows the service worker, which stores pages for offline use; by default there is none. */
  hasWorker?: boolean;
  /** Stores page data on the disk; by default it is in the browser's memory, where no allocation applies. */
  isOnDisk?: boolean;
};

const BLOCKED = 'Service Worker registration blocked by Playwright';

/** Opens a fresh browser at a width and in a language. Any console message fails the test, unless it is `allowed`. */
export async function visit(
  { origin }: Site,
  { language, width, height = 844, camera = [], allowed, hasWorker = false, isOnDisk = false }: Visit,
): Promise<Page> {
  const options: BrowserContextOptions = { viewport: { width, height }, baseURL: origin, serviceWorkers: hasWorker ? 'allow' : 'block' };
  const context = isOnDisk ? await launchProfile(await profileFolder(), options) : await (await browserFor(camera)).newContext(options);
  onTestFinished(() => context.close());
  await context.addCookies([{ name: 'lang', value: language, url: origin }]);
  const page = await context.newPage();
  waitForLife(page);
  waitForAnswers(page);
  interceptToTheEnd(page);
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()} (${message.location().url} on ${page.url()})`));
  page.on('pageerror', (error) => said.push(`error: ${error.message}`));
  onTestFinished(() => expect(said.filter((line) => !line.includes(BLOCKED) && !allowed?.test(line))).toEqual([]));
  return page;
}

export async function visitWithoutScript({ origin }: Pick<Site, 'origin'>, language: Language = 'en', width = 390): Promise<Page> {
  const context = await browserOfWorker().newContext({ javaScriptEnabled: false, baseURL: origin, viewport: { width, height: 844 } });
  onTestFinished(() => context.close());
  await context.addCookies([{ name: 'lang', value: language, url: origin }]);
  return context.newPage();
}

async function profileFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rkali-profile-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function browserFor(args: string[]): Promise<Browser> {
  if (args.length === 0) return browserOfWorker();
  const browser = await launchBrowser({ args });
  onTestFinished(() => browser.close());
  return browser;
}

/** By then a page may be one that never hydrates, which the test itself must notice. */
const LIFE_TIMEOUT_MS = 5_000;

/** A page is loaded before its scripts (tools/vite/first-paint.ts), but a test must not click before hydration. */
function waitForLife(page: Page): void {
  const load = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answer = await load(url, options);
    if (options?.waitUntil === undefined)
      await page.waitForFunction(isAlive, undefined, { timeout: LIFE_TIMEOUT_MS }).catch(() => undefined);
    return answer;
  };
}

/** By then a request may be one that is never answered, which the test itself must notice. */
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * Waits for the answers of running calls before a page's clock is advanced, because they would time out. An upload, the only XHR, has no
 * fixed time.
 */
function waitForAnswers(page: Page): void {
  const underWay = new Set<Request>();
  page.on('request', (call) => void (call.resourceType() === 'fetch' && underWay.add(call)));
  const isOver = (call: Request) => void underWay.delete(call);
  page.on('requestfinished', isOver).on('requestfailed', isOver);
  const areAnswered = () => expect.poll(() => underWay.size, { timeout: ANSWER_TIMEOUT_MS }).toBe(0);
  for (const way of ['runFor', 'fastForward'] as const) {
    const putForward = page.clock[way].bind(page.clock);
    page.clock[way] = async (ms) => {
      await areAnswered().catch(() => undefined);
      await putForward(ms);
    };
  }
}

/**
 * Intercepts a page's requests from its first `route` to the end of the test: when the last route is removed, Playwright ends the
 * interception, and Chromium may then hold a concurrent request for good.
 */
function interceptToTheEnd(page: Page): void {
  const route = page.route.bind(page);
  let isIntercepting = false;
  page.route = async (...args) => {
    if (!isIntercepting) await route('https://never-asked.invalid/', (request) => request.abort());
    isIntercepting = true;
    return route(...args);
  };
}

/** Runs in the page: returns true once React has hydrated it, or if it has no scripts, like the offline page. */
function isAlive(): boolean {
  const scripts = document.querySelector<HTMLTemplateElement>('template#live');
  if (!scripts?.content.querySelector('script')) return true;
  const root = document.querySelector('#root');
  const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer$'));
  const part = (from: unknown, name: string): unknown => (typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined);
  const current = part(part(part(root, key ?? ''), 'stateNode'), 'current');
  return part(part(current, 'memoizedState'), 'isDehydrated') === false;
}

/** Presses the skip link, which moves the focus and does not change the address. */
export async function skipToContent(page: Page): Promise<void> {
  const address = page.url();
  await page.locator('a[href="#main"]').press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  expect(page.url()).toBe(address);
}

/** Returns the screens' translator for a language: `t('events:get_ticket')`. */
export async function translatorOf(language: Language): Promise<(key: string, values?: Record<string, string>) => string> {
  const folder = new URL(`../../shared/locales/${language}/`, import.meta.url);
  const files = new Map<string, unknown>();
  for (const file of await readdir(folder)) files.set(file.replace('.json', ''), JSON.parse(await readFile(new URL(file, folder), 'utf8')));
  return (key, values = {}) => {
    const [namespace = '', path = ''] = key.split(':');
    const text = path
      .split('.')
      .reduce<unknown>(
        (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
        files.get(namespace),
      );
    if (typeof text !== 'string') throw new Error(`there is no word ${key}`);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');
  };
}
