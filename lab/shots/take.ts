import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp, { type Sharp } from 'sharp';
import { demoAdmin, demoGuest, type DemoSite } from '#lab/trial/demo-site.ts';
import type { Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';

export type Screen = {
  name: string;
  /** The address, or a function that makes one, for links with a token. */
  path: string | (() => Promise<string>);
  as?: 'guest' | 'admin';
  /** Taken only below this width, or from this width on. */
  below?: number;
  from?: number;
  /** Also taken at the sizes of the smallest phones, tablets and large screens. */
  isEverywhere?: boolean;
  /** Moves the page's clock, which all pages of a context share. */
  hasOwnClock?: boolean;
  /** Shown while it is loading. */
  isLoading?: boolean;
  /** Its `act` leads a visitor to the login. */
  leadsToLogin?: boolean;
  /** Runs before the page is opened. The returned function runs after the screenshot and undoes what other screens must not show. */
  before?(page: Page): Promise<void | (() => Promise<void>)>;
  /** Runs before the screenshot is taken. */
  act?(page: Page): Promise<void>;
  /** Takes only the window, for a dialog or a toast. */
  isWindow?: boolean;
};

export type Look = { language: Language; width: number };
export type Shot = Look & { name: string; file: string };

const HEIGHTS: Record<number, number> = { 320: 640, 390: 844, 768: 1024, 1024: 768, 1440: 900, 1920: 1080 };
/** Narrower windows are phones, whose scroll bars take no room. */
const PHONE_BELOW = 768;
const CALM_MS = 150;
const TIMEOUT_MS = 60_000;

/** Takes screenshots of these screens in one language and width, one after the other. Failures are printed, returned and skipped. */
export async function takeShots(
  browser: Browser,
  site: DemoSite,
  { screens, look, folder }: { screens: Screen[]; look: Look; folder: string },
): Promise<{ shots: Shot[]; failed: string[] }> {
  const { language, width } = look;
  const context = await openContext(browser, site, look);
  const shots: Shot[] = [];
  const failed: string[] = [];
  const digests = new Map<string, string>();
  let as: Screen['as'];
  for (const screen of screens.filter(({ below = Infinity, from = 0 }) => width < below && width >= from)) {
    if (screen.as && screen.as !== as) await logIn(context, site, screen.as);
    as = screen.as ?? as;
    const file = `${screen.name}-${language}-${width}.png`;
    const own = screen.hasOwnClock ? await openContext(browser, site, look) : undefined;
    const problem = await takeShot(own ?? context, screen, join(folder, file))
      .then((png) => twinOf(digests, file, png))
      .catch((error: unknown) => String(error).split('\n')[0]);
    await own?.close();
    if (problem) {
      console.log(`${file}: ${problem}`);
      failed.push(file);
    } else shots.push({ ...look, name: screen.name, file });
  }
  await context.close();
  return { shots, failed };
}

async function openContext(browser: Browser, site: DemoSite, { language, width }: Look): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHTS[width] ?? 900 },
    baseURL: site.origin,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...(width < PHONE_BELOW && { isMobile: true, hasTouch: true }),
  });
  await context.addCookies([{ name: 'lang', value: language, url: site.origin }]);
  return context;
}

/** Finds an earlier screenshot with the same pixels: one of the two does not show what its name says. */
function twinOf(digests: Map<string, string>, file: string, png: Buffer): string | undefined {
  const digest = createHash('sha256').update(png).digest('hex');
  const twin = digests.get(digest);
  digests.set(digest, file);
  return twin && `is the same picture as ${twin}`;
}

async function takeShot(context: BrowserContext, screen: Screen, file: string): Promise<Buffer> {
  const { path, before, act, isWindow = false, isLoading = false, leadsToLogin = false } = screen;
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  let undo: void | (() => Promise<void>) = undefined;
  try {
    undo = await before?.(page);
    const address = typeof path === 'string' ? path : await path();
    await page.goto(address);
    await page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')));
    if (!isLoading) await untilLoaded(page);
    const refuseLogin = () => {
      if (isLogin(page.url()) && !isLogin(new URL(address, page.url()).href)) throw new Error('shows the login instead of its screen');
    };
    refuseLogin();
    await act?.(page);
    if (!isWindow) await showAll(page);
    if (!isLoading) await untilLoaded(page);
    if (!isWindow) await putBarLast(page);
    await page.waitForTimeout(CALM_MS);
    // A page's guard may redirect to the login late.
    if (!leadsToLogin) refuseLogin();
    await sayIfTooWide(page, file);
    return await page.screenshot({ path: file, fullPage: !isWindow, animations: 'disabled' });
  } finally {
    await page.close();
    await undo?.();
  }
}

const isLogin = (address: string): boolean => new URL(address).pathname.toLowerCase() === paths.login;

/** Waits until nothing is loading: no skeletons, no fallback font, no unfinished picture in view. */
async function untilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isInSight = (image: Element) => {
      const { top, bottom } = image.getBoundingClientRect();
      return image.checkVisibility() && top < innerHeight && bottom > 0;
    };
    const isComing = document.querySelector('.animate-skeleton, [aria-busy=true]') !== null || document.fonts.status !== 'loaded';
    return !isComing && [...document.images].every((image) => image.complete || !isInSight(image));
  });
}

async function sayIfTooWide(page: Page, file: string): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  if (scrollWidth > clientWidth) console.log(`${file}: ${scrollWidth} px wide in a window of ${clientWidth} px`);
}

/** Moves bars that are fixed to the window's bottom to the end of the page, for a screenshot of the whole page. */
async function putBarLast(page: Page): Promise<void> {
  await page.evaluate(() => {
    const bars = [...document.querySelectorAll<HTMLElement>('[data-bottom-bar], .staff nav, .staff .max-tablet\\:fixed')];
    const below = document.documentElement.scrollHeight - innerHeight;
    for (const bar of bars.filter((each) => getComputedStyle(each).position === 'fixed')) {
      const { top } = bar.getBoundingClientRect();
      Object.assign(bar.style, { position: 'absolute', top: '0', bottom: 'auto' });
      bar.style.top = `${below + top - bar.getBoundingClientRect().top - scrollY}px`;
    }
  });
}

/** Scrolls down the page and back, so that lazy pictures load and content drawn only near the window appears. */
async function showAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const section of document.querySelectorAll<HTMLElement>('main section')) section.style.contentVisibility = 'visible';
  });
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo(0, top);
      await new Promise(requestAnimationFrame);
    }
    scrollTo(0, 0);
    const late = [...document.images].filter(({ complete }) => !complete);
    const come = Promise.all(late.map((image) => image.decode().catch(() => undefined)));
    await Promise.race([come, new Promise((resolve) => setTimeout(resolve, 3_000))]);
  });
}

async function logIn(context: BrowserContext, site: DemoSite, as: 'guest' | 'admin'): Promise<void> {
  const token = await site.logIn(as === 'admin' ? demoAdmin : demoGuest);
  if (as === 'guest') await emptyCart(site, token);
  const page = await context.newPage();
  await page.goto('/terms');
  await page.evaluate((accessToken) => localStorage.setItem('accessToken', accessToken), token);
  await page.close();
}

/** Empties the cart that the previous screenshot left. */
async function emptyCart(site: DemoSite, token: string): Promise<void> {
  const api = site.apiOf(token);
  const { ticketItems } = await api.cart.get();
  for (const { event } of ticketItems) await api.cart.removeTicket({ eventId: event.id });
}

type Tile = { width: number; height: number; columns: number };
const GAP = 12;
const BACKGROUND = '#26262a';
const COLOURS = [256, 128, 64, 32];

/** Draws one picture from many: the upper part of each, in rows. */
export async function drawSheet(folder: string, shots: Shot[], { width, height, columns }: Tile): Promise<Sharp> {
  const tiles = await Promise.all(
    shots.map(async ({ file }, place) => ({
      input: await sharp(join(folder, file)).resize(width).resize(width, height, { fit: 'cover', position: 'top' }).png().toBuffer(),
      left: GAP + (place % columns) * (width + GAP),
      top: GAP + Math.floor(place / columns) * (height + GAP),
    })),
  );
  const rows = Math.ceil(shots.length / columns);
  const size = { width: GAP + columns * (width + GAP), height: GAP + rows * (height + GAP) };
  return sharp({ create: { ...size, channels: 3, background: BACKGROUND } }).composite(tiles);
}

/** Stacks sheets of one width. */
export async function stack(sheets: Sharp[]): Promise<Sharp> {
  const parts = await Promise.all(sheets.map((sheet) => sheet.png().toBuffer({ resolveWithObject: true })));
  let height = 0;
  const placed = parts.map(({ data, info }) => {
    const top = height;
    height += info.height;
    return { input: data, left: 0, top };
  });
  const width = Math.max(...parts.map(({ info }) => info.width));
  return sharp({ create: { width, height, channels: 3, background: BACKGROUND } }).composite(placed);
}

/** Writes with as many colours as fit into this number of bytes. */
export async function writeSmall(sheet: Sharp, file: string, maxBytes: number): Promise<number> {
  const whole = await sheet.png().toBuffer();
  for (const colours of COLOURS) {
    const bytes = await sharp(whole).png({ palette: true, colours, effort: 10 }).toBuffer();
    if (bytes.length > maxBytes && colours !== COLOURS.at(-1)) continue;
    await writeFile(file, bytes);
    return bytes.length;
  }
  return 0;
}

/** Returns an HTML page with all screenshots of one width side by side. */
export function sheetPage(shots: Shot[]): string {
  const figure = ({ file }: Shot) =>
    `<figure><a href="${file}"><img src="${file}" loading="lazy" alt=""></a><figcaption>${file}</figcaption></figure>`;
  const style =
    'body{background:#26262a;color:#fff;font:14px sans-serif;display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}img{width:320px;height:auto}';
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${shots.map(figure).join('\n')}\n`;
}
