import { readFile } from 'node:fs/promises';
import type { Font, Glyph } from 'fontkit';
import { loadOnce } from '#shared/load-once.ts';

/** A font with its scale relative to the other fonts of its style. */
type Face = { font: Font; scale: number };

/** The fonts of a text: each letter is set in the first one that has it. */
export type Style = { faces: Face[]; wordSpacing: number };

/** A line of text as SVG paths in a box one unit high, on a baseline at 0; `width` in the same unit. */
export type Outline = { markup: string; width: number };

const folder = new URL('../../../generated/fonts/', import.meta.url);
/** Art direction §3.1: gives the capitals of both scripts the same height. */
const GEORGIAN_DISPLAY_SCALE = 0.96;
/** Art direction §3.4. */
const DISPLAY_WORD_SPACING = 0.14;

export type Styles = { display: Style; text: Style };

/** The site's own fonts, read when the first picture is drawn. */
export const loadStyles = loadOnce(async (): Promise<Styles> => {
  const { create } = await import('fontkit');
  const face = async (name: string, scale = 1): Promise<Face> => ({
    font: create(await readFile(new URL(`${name}.woff2`, folder))),
    scale,
  });
  const [latin, latinExt, georgian] = await Promise.all([
    face('display-latin'),
    face('display-latin-ext'),
    face('display-ka', GEORGIAN_DISPLAY_SCALE),
  ]);
  const text = await Promise.all([face('text-latin'), face('text-latin-ext'), face('text-ka')]);
  return {
    display: { faces: [latin, latinExt, georgian], wordSpacing: DISPLAY_WORD_SPACING },
    text: { faces: text, wordSpacing: 0 },
  };
});

const faceFor = ({ faces }: Style, character: string): Face | undefined =>
  faces.find(({ font }) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

/** Returns the part of a text that the fonts can print, on one line: characters that no font has (emoji, other scripts) are left out. */
export function printable(text: string, style: Style): string {
  const characters = [...text.normalize('NFC').replaceAll(/\s/g, ' ')];
  return characters
    .filter((character) => faceFor(style, character))
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** Groups neighbouring letters of one font: they are set in one run, because only a font knows its kerning. */
function runsOf(text: string, style: Style): { face: Face; text: string }[] {
  const runs: { face: Face; text: string }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    // A space is set in the font of the preceding word.
    const face = character === ' ' && last ? last.face : faceFor(style, character);
    if (!face) continue;
    if (last?.face === face && face.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) last.text += character;
    else runs.push({ face: faceFor(style, character) ?? face, text: character });
  }
  return runs;
}

type Placed = { glyph: Glyph; x: number; em: number };

/** The glyphs of one line of printable text with their positions, and the line's width in units of its height. */
function placeGlyphs(text: string, style: Style): { placed: Placed[]; width: number } {
  const placed: Placed[] = [];
  let width = 0;
  for (const { face, text: run } of runsOf(text, style)) {
    const { glyphs, positions } = face.font.layout(run);
    const em = face.scale / face.font.unitsPerEm;
    for (const [place, glyph] of glyphs.entries()) {
      placed.push({ glyph, x: width, em });
      width += (positions[place]?.xAdvance ?? 0) * em + (glyph.codePoints.includes(SPACE) ? style.wordSpacing : 0);
    }
  }
  return { placed, width };
}

const SPACE = 0x20;

/** The width of one line of printable text, in units of its height. */
export const widthOf = (text: string, style: Style): number => placeGlyphs(text, style).width;

/** Sets one line of printable text. */
export function setLine(text: string, style: Style): Outline {
  const { placed, width } = placeGlyphs(text, style);
  const paths = placed.map(({ glyph, x, em }) => {
    const data = glyph.path.toSVG();
    return data && `<path d="${data}" transform="translate(${x.toFixed(4)} 0) scale(${em.toFixed(6)} ${(-em).toFixed(6)})"/>`;
  });
  return { markup: paths.join(''), width };
}
