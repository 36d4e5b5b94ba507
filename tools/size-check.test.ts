import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '#shared/constants.ts';
import { buildSite } from './setup/build.mjs';
import {
  BUDGET_BYTES,
  CHUNK_BUDGET_BYTES,
  chunkFiles,
  FIRST_SCREENS,
  firstLoad,
  FONT_BUDGET_BYTES,
  fontFiles,
  FORM_BUDGET_BYTES,
  type LoadedFile,
  SCREEN_BUDGET_BYTES,
  screenNames,
  scriptsByRoute,
  totalBytes,
  WIDGETS_BUDGET_BYTES,
} from './size-check.ts';

const client = new URL('../dist/client/', import.meta.url);
const BUILD_MS = 120_000;

const codeOf = (files: LoadedFile[]): string => files.map(({ file }) => readFileSync(new URL(file, client), 'utf8')).join('\n');

beforeAll(() => buildSite(process.execPath), BUILD_MS);

test.each(FIRST_SCREENS)('the first load of %s stays within its budget', (screen) => {
  const { scripts, styles } = firstLoad(screen);
  expect(totalBytes(scripts)).toBeLessThanOrEqual(BUDGET_BYTES.scripts);
  expect(totalBytes(styles)).toBeLessThanOrEqual(BUDGET_BYTES.styles);
});

test.each(FIRST_SCREENS)('the first load of %s carries no schemas and no form library', (screen) => {
  const code = codeOf(firstLoad(screen).scripts);
  expect(code).toContain('hydrate');
  expect(code).not.toMatch(/_zod|ZodError|useController/);
});

test('no screen that guests open loads more scripts than its budget', () => {
  const budgetOf = (screen: string) => FORM_BUDGET_BYTES[screen] ?? SCREEN_BUDGET_BYTES;
  expect(scriptsByRoute().filter(({ screen, bytes }) => bytes > budgetOf(screen))).toEqual([]);
  expect(screenNames()).toEqual(expect.arrayContaining(Object.keys(FORM_BUDGET_BYTES)));
});

test('no screen that guests open loads schemas before anybody types', () => {
  const carrying = (screen: string) => /_zod|ZodError/.test(codeOf(firstLoad(screen).scripts));
  expect(scriptsByRoute().filter(({ screen }) => carrying(screen))).toEqual([]);
  expect(chunkFiles().some((file) => /_zod|ZodError/.test(codeOf([file])))).toBe(true);
});

test.each(FIRST_SCREENS)('the first load of %s carries no library of the console', (screen) => {
  expect(codeOf(firstLoad(screen).scripts)).not.toMatch(/isFetchedAfterMount|refetchInterval/);
  expect(codeOf(firstLoad('staff/staff').scripts)).toMatch(/isFetchedAfterMount|refetchInterval/);
});

/** React Aria names its styles, its attributes and where it looks for texts. */
const WIDGETS = /react-aria(?!-top-layer)/;

test('no public screen carries the widgets of the console', () => {
  const carrying = screenNames().filter((screen) => WIDGETS.test(codeOf(firstLoad(screen).scripts)));
  expect(carrying.filter((screen) => !screen.startsWith('staff/'))).toEqual([]);
  expect(carrying).toContain('staff/staff');
});

test.each(FIRST_SCREENS)('the first load of %s knows no call of the staff console', (screen) => {
  const code = firstLoad(screen)
    .scripts.map(({ file }) => readFileSync(new URL(file, client), 'utf8'))
    .join('\n');
  expect(code).toContain('/Cart/my-cart');
  expect(code).not.toMatch(/\/staff\/\w/);
  // The console's own route table is loaded with the console.
  expect(code).not.toContain('nights/:id');
});

test('every screen that guests open is listed with its own scripts', () => {
  const routes = scriptsByRoute();
  expect(routes.map(({ screen }) => screen)).toEqual(
    expect.arrayContaining(['home/home', 'gallery/gallery', 'cart/cart', 'profile/profile']),
  );
  for (const { screen, bytes, own } of routes) {
    expect([screen, own.length > 0, totalBytes(own) < bytes]).toEqual([screen, true, true]);
  }
});

test.each(LANGUAGES)('the fonts of a page in %s stay within their budget', (language) => {
  const files = fontFiles(language);
  expect(files.length).toBeGreaterThan(1);
  expect(totalBytes(files)).toBeLessThanOrEqual(FONT_BUDGET_BYTES[language]);
});

test('no file of a screen is large', () => {
  const budgetOf = (file: LoadedFile) => (WIDGETS.test(codeOf([file])) ? WIDGETS_BUDGET_BYTES : CHUNK_BUDGET_BYTES);
  expect(chunkFiles().filter((file) => file.bytes > budgetOf(file))).toEqual([]);
});

test('the decoder of codes comes to the scanner only', () => {
  const screens = screenNames();
  expect(screens).toContain('door/scanner');
  const loadsDecoder = (screen: string) => firstLoad(screen).scripts.some(({ file }) => /zxing|reader/.test(file));
  expect(screens.filter((screen) => screen !== 'door/scanner' && loadsDecoder(screen))).toEqual([]);
});
