import { create, type Font } from 'fontkit';
import { GEORGIAN_DISPLAY_SCALE } from '#shared/constants.ts';
import { GEORGIAN_RANGE, LARI, LATIN, LATIN_EXTENDED, TOGGLE, unicodeRange } from './character-sets.ts';
import { cut, type CutName, type Cuts } from './cuts.ts';
import * as system from './system-fonts.ts';

/** Formats a share for CSS: `percent(0.96)` is `96.00%`. */
const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;

/** Returns one `@font-face` rule with the descriptors in this order. */
function fontFace(descriptors: Record<string, string>): string {
  const lines = Object.entries(descriptors).map(([name, value]) => `  ${name}: ${value};`);
  return `@font-face {\n${lines.join('\n')}\n}\n`;
}

type LineMetrics = { unitsPerEm: number; ascent: number; descent: number; lineGap: number };

/**
 * Returns descriptors that give a face the line metrics of another font, with the face's `size-adjust`, which scales them too. While files
 * load, a browser takes its line height from the face that came first, so all faces use Archivo's.
 */
function lineOf({ unitsPerEm, ascent, descent, lineGap }: LineMetrics, size = 1): Record<string, string> {
  return {
    'ascent-override': percent(ascent / unitsPerEm / size),
    'descent-override': percent(-descent / unitsPerEm / size),
    'line-gap-override': percent(lineGap / unitsPerEm / size),
  };
}

/** A shipped face with what its fallbacks need: the font, the letters it mostly sets, the scale and weights it is shown at. */
type Shipped = { font: Font; alphabet: system.Alphabet; scale: number; weights: string };

/**
 * Returns the `@font-face` rules that give local fonts the metrics of ours, so that a font swap moves nothing. The families are numbered by
 * preference: the browser uses the first that the machine has.
 */
export async function fallbackFaces(cuts: Cuts): Promise<string[]> {
  const latin = { font: await textFont('archivo', system.LOWERCASE, 400), alphabet: system.LOWERCASE, scale: 1, weights: '400 500' };
  const latinBold = { font: await textFont('archivo', system.LOWERCASE, 600), alphabet: system.LOWERCASE, scale: 1, weights: '600 700' };
  const georgian = { font: await textFont('georgian', system.GEORGIAN, 400), alphabet: system.GEORGIAN, scale: 1, weights: '400 500' };
  const georgianBold = { font: await textFont('georgian', system.GEORGIAN, 600), alphabet: system.GEORGIAN, scale: 1, weights: '600 700' };
  const capitals = { font: create(cuts['display-latin']), alphabet: system.UPPERCASE, scale: 1, weights: '900' };
  const mtavruli = { font: create(cuts['display-ka']), alphabet: system.GEORGIAN, scale: GEORGIAN_DISPLAY_SCALE, weights: '900' };
  const archivo = capitals.font;
  const fallback = (family: string, shipped: Shipped, machine: system.SystemFont) => fallbackFace(family, shipped, machine, archivo);
  return [
    fallback('Rkali Text Fallback', latin, system.ARIAL),
    fallback('Rkali Text Fallback', latinBold, system.ARIAL_BOLD),
    fallback('Rkali Text Fallback', georgian, system.NOTO_GEORGIAN),
    fallback('Rkali Text Fallback', georgianBold, system.NOTO_GEORGIAN),
    fallback('Rkali Text Fallback 2', latin, system.ROBOTO),
    fallback('Rkali Text Fallback 2', latinBold, system.ROBOTO),
    fallback('Rkali Text Fallback 2', georgian, system.DEJAVU_GEORGIAN),
    fallback('Rkali Text Fallback 2', georgianBold, system.DEJAVU_GEORGIAN),
    fallback('Rkali Display Fallback', capitals, system.ARIAL_NARROW_BOLD_CAPITALS),
    fallback('Rkali Display Fallback', mtavruli, system.NOTO_GEORGIAN),
    fallback('Rkali Display Fallback 2', capitals, system.ARIAL_BOLD_CAPITALS),
    fallback('Rkali Display Fallback 2', mtavruli, system.DEJAVU_GEORGIAN),
    fallback('Rkali Display Fallback 3', capitals, system.ROBOTO_CAPITALS),
  ];
}

function fallbackFace(family: string, { font, alphabet, scale, weights }: Shipped, machine: system.SystemFont, archivo: Font): string {
  const letters = [...alphabet.letters];
  const advances = letters.map((letter) => (1000 * font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth) / font.unitsPerEm);
  const size = (scale * average(advances, alphabet)) / average(machine.advances, alphabet);
  return fontFace({
    'font-family': `'${family}'`,
    src: machine.names.map((name) => `local('${name}')`).join(', '),
    'font-weight': weights,
    'font-style': 'normal',
    'size-adjust': percent(size),
    ...lineOf(archivo, size),
    ...(alphabet === system.GEORGIAN && { 'unicode-range': GEORGIAN_RANGE }),
  });
}

/** Returns the mean advance of the letters, weighted by their frequency in running text. */
function average(advances: number[], { frequencies }: system.Alphabet): number {
  const total = frequencies.reduce((sum, frequency) => sum + frequency, 0);
  return frequencies.reduce((sum, frequency, place) => sum + frequency * (advances[place] ?? 0), 0) / total;
}

const textFont = async (source: 'archivo' | 'georgian', { letters }: system.Alphabet, wght: number): Promise<Font> =>
  create(await cut(source, letters, { wght }));

/** Returns the `@font-face` rules of our files, addressed relative to the style sheet. */
export function shippedFaces(cuts: Cuts): string[] {
  const archivo = create(cuts['text-latin']);
  const display = { family: 'Rkali Display', weight: '900' };
  const text = { family: 'Rkali Text', weight: '400 700' };
  const line = lineOf(archivo);
  const scaled = { 'size-adjust': percent(GEORGIAN_DISPLAY_SCALE), ...lineOf(archivo, GEORGIAN_DISPLAY_SCALE) };
  return [
    shipped('lari', { family: 'Rkali Lari', weight: '100 900', range: unicodeRange(LARI) }, line),
    shipped('ka-toggle', { family: 'Rkali Toggle', weight: '600', range: unicodeRange(TOGGLE) }, line),
    shipped('display-latin', { ...display, range: unicodeRange(LATIN) }),
    shipped('display-latin-ext', { ...display, range: unicodeRange(LATIN_EXTENDED) }),
    shipped('display-ka', { ...display, range: GEORGIAN_RANGE }, scaled),
    shipped('text-latin', { ...text, range: unicodeRange(LATIN) }),
    shipped('text-latin-ext', { ...text, range: unicodeRange(LATIN_EXTENDED) }),
    shipped('text-ka', { ...text, range: GEORGIAN_RANGE }, line),
  ];
}

type Descriptors = { family: string; weight: string; range: string };

function shipped(cut: CutName, { family, weight, range }: Descriptors, more: Record<string, string> = {}): string {
  return fontFace({
    'font-family': `'${family}'`,
    src: `url('./${cut}.woff2') format('woff2')`,
    'font-weight': weight,
    'font-style': 'normal',
    'font-display': 'swap',
    ...more,
    'unicode-range': range,
  });
}
