import { create } from 'fontkit';
import { GEORGIAN_RANGE, LARI, LATIN, LATIN_EXTENDED, TOGGLE, unicodeRange } from './character-sets.ts';
import { fontFace, lineOf, percent } from './css.ts';
import type { CutName, Cuts } from './cuts.ts';
import { GEORGIAN_DISPLAY_SCALE } from './display-widths.ts';

/** The `@font-face` rules of the files we ship, addressed relative to the style sheet (art direction §3.2). */
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
