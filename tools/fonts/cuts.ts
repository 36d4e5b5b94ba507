import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { LARI, LATIN, LATIN_EXTENDED, MKHEDRULI, MTAVRULI, TOGGLE } from './character-sets.ts';
import { cutMtavruli } from './mtavruli.ts';

const { resolve } = createRequire(import.meta.url);
const archivo = '@fontsource-variable/archivo';
const noto = '@fontsource-variable/noto-sans-georgian';

/** The npm packages of the source fonts; their licence texts are shipped with the cuts. */
export const FONT_PACKAGES = { Archivo: archivo, 'Noto Sans Georgian': noto } as const;

const FONT_SOURCES = {
  archivo: `${archivo}/files/archivo-latin-wght-normal.woff2`,
  archivoWidths: `${archivo}/files/archivo-latin-wdth-normal.woff2`,
  archivoExtended: `${archivo}/files/archivo-latin-ext-wght-normal.woff2`,
  archivoExtendedWidths: `${archivo}/files/archivo-latin-ext-wdth-normal.woff2`,
  georgian: `${noto}/files/noto-sans-georgian-georgian-wght-normal.woff2`,
  georgianWidths: `${noto}/files/noto-sans-georgian-georgian-wdth-normal.woff2`,
  lari: `${noto}/files/noto-sans-georgian-latin-ext-wght-normal.woff2`,
} as const;

const textWeights = { wght: { min: 400, max: 700, default: 400 } };
const displayLatin = { wght: 900, wdth: 62 };
const displayGeorgian = { wght: 900, wdth: 62.5 };

type Axes = Record<string, number | { min: number; max: number; default: number }>;

/** Makes every file of art direction §3.2 as woff2, and Archivo's second Latin file; the same bytes on every run. */
export async function cutFonts() {
  return {
    'display-latin': await cut('archivoWidths', LATIN, displayLatin),
    'display-latin-ext': await cut('archivoExtendedWidths', LATIN_EXTENDED, displayLatin),
    'display-ka': await cutMtavruli(await readSource('georgianWidths'), displayGeorgian),
    'text-latin': await cut('archivo', LATIN, textWeights),
    'text-latin-ext': await cut('archivoExtended', LATIN_EXTENDED, textWeights),
    'text-ka': await cut('georgian', MKHEDRULI + MTAVRULI, textWeights),
    lari: await cut('lari', LARI, {}),
    'ka-toggle': await cut('georgian', TOGGLE, { wght: 600 }),
  };
}

export type Cuts = Awaited<ReturnType<typeof cutFonts>>;
export type CutName = keyof Cuts;

/** Makes a woff2 of these characters from one source, with its axes pinned or narrowed. */
export async function cut(source: keyof typeof FONT_SOURCES, characters: string, variationAxes: Axes): Promise<Buffer> {
  return subsetFont(await readSource(source), characters, { targetFormat: 'woff2', variationAxes });
}

const readSource = (source: keyof typeof FONT_SOURCES): Promise<Buffer> => readFile(resolve(FONT_SOURCES[source]));
