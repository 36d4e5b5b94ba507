import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { build } from 'vite';
import { translators } from '#server/platform/translators.ts';
import { LANGUAGES, type Language } from '#shared/constants.ts';
import scannerDevice from '#shared/locales/en/scanner-device.json' with { type: 'json' };
import { overflowing } from '#tests/e2e/layout.ts';
import { drawSheet, type Shot } from './take.ts';

const ORIGIN = 'http://localhost';
const NOW = '2026-11-21T23:41:07+04:00';
const PAGE = 'lab/shots/phone/phone.html';
/** Two usual sizes of a phone's screen, the smaller one with buttons of the system. */
const VERDICT_SIZES = [
  [360, 740],
  [390, 844],
] as const;
const SCREEN_SIZE = [320, 640] as const;
const VERDICTS = Object.keys(scannerDevice.verdicts);
const TILE = { width: 132, columns: 14 };
const QUALITY = 42;
const SETTLED_MS = 600;
/** What the manual shows side by side, in English. */
const MANUAL = {
  'door-phones': ['screen-pair', 'screen-in', 'verdict-valid', 'verdict-other_event'],
  'door-trouble': ['screen-alone', 'screen-conflict', 'verdict-under_18', 'screen-ended'],
};
const MANUAL_WIDTH = 260;

type Act = (page: Page, language: Language) => Promise<void>;
type Key =
  | 'mode.in'
  | 'mode.out'
  | 'mode.reject'
  | 'mode.info'
  | 'tools.search'
  | 'tools.number'
  | 'tools.more'
  | 'acts.open'
  | 'search.holders';

const wordOf = (language: Language, key: Key): string => translators[language].t(`scanner-device:${key}`);
const choose =
  (key: Key): Act =>
  (page, language) =>
    page.getByRole('radio', { name: wordOf(language, key), exact: true }).check();
const press =
  (key: Key): Act =>
  (page, language) =>
    page.getByRole('button', { name: wordOf(language, key), exact: true }).click();
const search: Act = async (page, language) => {
  await press('tools.search')(page, language);
  await page.getByRole('textbox').fill(language === 'ka' ? 'გიო' : 'gio');
  await press('search.holders')(page, language);
  await page.getByRole('listitem').last().waitFor();
};
/** Screens of a phone, and what is tapped. */
const SCREENS: Record<string, Act> = {
  pair: async () => undefined,
  ended: async () => undefined,
  in: choose('mode.in'),
  out: choose('mode.out'),
  reject: choose('mode.reject'),
  look: choose('mode.info'),
  alone: async () => undefined,
  conflict: async () => undefined,
  lists: search,
  number: press('tools.number'),
  acts: press('acts.open'),
  more: press('tools.more'),
};

/**
 * Takes every verdict of a scanner device in both languages and two sizes, and its other screens in the width of the smallest phones. Needs
 * no server. Returns the pictures, and those that hide or cut off what must be read.
 */
export async function takePhoneShots(browser: Browser, folder: string): Promise<{ shots: Shot[]; failed: string[] }> {
  const site = await buildPhone();
  const shots: Shot[] = [];
  const failed: string[] = [];
  const wanted = [
    ...VERDICT_SIZES.map((size) => ({ size, part: 'verdict' as const, names: VERDICTS })),
    { size: SCREEN_SIZE, part: 'screen' as const, names: Object.keys(SCREENS) },
  ];
  try {
    for (const language of LANGUAGES)
      for (const { size, part, names } of wanted) {
        const page = await openPage(browser, site.folder, size);
        for (const name of names) {
          const shot = {
            name: `phone-${part}-${name}`,
            language,
            width: size[0],
            file: `phone-${part}-${name}-${language}-${size[0]}.png`,
          };
          const faults = await takeOne(page, { language, part, name }, join(folder, shot.file));
          shots.push(shot);
          if (faults.length === 0) continue;
          failed.push(shot.file);
          console.log(`${shot.file}: ${faults.join('; ')}`);
        }
        await page.context().close();
      }
  } finally {
    await rm(site.folder, { recursive: true });
  }
  return { shots, failed };
}

/** Builds the page of `phone/phone.tsx` into a folder. */
async function buildPhone(): Promise<{ folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'rkali-phone-'));
  const root = fileURLToPath(new URL('../../', import.meta.url));
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [tailwindcss(), react()],
    build: { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0, minify: false, rolldownOptions: { input: join(root, PAGE) } },
  });
  return { folder };
}

async function openPage(browser: Browser, folder: string, [width, height]: readonly [number, number]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, isMobile: true, hasTouch: true, reducedMotion: 'reduce' });
  await context.route(`${ORIGIN}/**`, (route) => route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }));
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  page.on('pageerror', (error) => console.log(String(error)));
  return page;
}

type Wanted = { language: Language; part: 'verdict' | 'screen'; name: string };

async function takeOne(page: Page, { language, part, name }: Wanted, file: string): Promise<string[]> {
  await page.goto('about:blank');
  await page.goto(`${ORIGIN}/${PAGE}#${language}/${part}/${name}`);
  await page.locator('main').waitFor();
  if (part === 'screen') await SCREENS[name]?.(page, language);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(part === 'screen' ? SETTLED_MS : 0);
  const faults = [...(await overflowing(page)), ...(await hidden(page))];
  await page.screenshot({ path: file, animations: 'disabled' });
  return faults;
}

/** Returns what must be read at a glance and is below the fold or under the buttons, and texts that stick out of their button. */
const hidden = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen: string[] = JSON.parse(document.querySelector('main')?.dataset['seen'] ?? '[]');
    const screen = document.querySelector('[data-verdict]');
    const top = screen?.querySelector('.bottom-0')?.getBoundingClientRect().top ?? 0;
    const texts = [...(screen?.querySelectorAll('h2, p, span, time') ?? [])];
    const narrow = [...document.querySelectorAll('button')].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
    const under = seen.flatMap((text) => {
      const element = texts.findLast(({ textContent }) => textContent === text);
      if (!element) return `missing: ${text}`;
      const { bottom } = element.getBoundingClientRect();
      return bottom > top ? `under the buttons by ${Math.round(bottom - top)} px: ${text}` : [];
    });
    return [...under, ...narrow.map(({ textContent }) => `wider than its button: ${textContent}`)];
  });

/** Writes the pictures of the manual: its two rows of screens, and a sheet of all verdicts for each language and size. */
export async function writeVerdictSheets(folder: string, shots: Shot[], into: string): Promise<void> {
  for (const [name, parts] of Object.entries(MANUAL)) {
    const own = parts.flatMap((part) => shots.find((shot) => shot.language === 'en' && shot.name === `phone-${part}`) ?? []);
    const [[width, height]] = VERDICT_SIZES;
    const tile = { width: MANUAL_WIDTH, columns: parts.length, height: Math.round((MANUAL_WIDTH * height) / width) };
    const sheet = await (await drawSheet(folder, own, tile)).png().toBuffer();
    const { size } = await sharp(sheet)
      .png({ palette: true, effort: 10 })
      .toFile(join(into, `${name}.png`));
    console.log(`${name}.png: ${size} bytes`);
  }
  for (const language of LANGUAGES)
    for (const [width, height] of VERDICT_SIZES) {
      const own = shots.filter((shot) => shot.language === language && shot.width === width);
      const tile = { ...TILE, height: Math.round((TILE.width * height) / width) };
      const sheet = await (await drawSheet(folder, own, tile)).png().toBuffer();
      const file = join(into, `door-verdicts-${language}-${width}.webp`);
      const { size } = await sharp(sheet).webp({ quality: QUALITY, effort: 6 }).toFile(file);
      console.log(`${file}: ${size} bytes`);
    }
}
