import { readFile } from 'node:fs/promises';
import type { Font, Glyph } from 'fontkit';
import { loadOnce } from '#shared/load-once.ts';
import { GEORGIAN_DISPLAY_SCALE } from '#shared/constants.ts';

/** A font, with its scale relative to the other fonts of its style. */
type Face = { font: Font; scale: number };

/** The fonts of a text: each letter is set in the first font that has it. */
export type Style = { faces: Face[]; wordSpacing: number };

/** A line of text as SVG paths in a box one unit high, with the baseline at 0; `width` in the same unit. */
type Outline = { markup: string; width: number };

const folder = new URL('../../../generated/fonts/', import.meta.url);
/** In em, as in web/styles/type.css. */
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

/** Returns the part of a text that the fonts can print, on one line; characters that no font has (emoji, other scripts) are left out. */
export function printable(text: string, style: Style): string {
  const characters = [...text.normalize('NFC').replaceAll(/\s/g, ' ')];
  return characters
    .filter((character) => faceFor(style, character))
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** Groups neighbouring letters of one font into runs, because only the font knows its kerning. */
function runsOf(text: string, style: Style): { face: Face; text: string }[] {
  const runs: { face: Face; text: string }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    // A space uses the font of the word before it.
    const face = character === ' ' && last ? last.face : faceFor(style, character);
    if (!face) continue;
    if (last?.face === face && face.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) last.text += character;
    else runs.push({ face: faceFor(style, character) ?? face, text: character });
  }
  return runs;
}

type Placed = { glyph: Glyph; x: number; em: number };

/** Returns the glyphs of one line of printable text with their positions, and the line's width in units of its height. */
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

/** Returns the width of one line of printable text, in units of its height. */
export const widthOf = (text: string, style: Style): number => placeGlyphs(text, style).width;

export function setLine(text: string, style: Style): Outline {
  const { placed, width } = placeGlyphs(text, style);
  const paths = placed.map(({ glyph, x, em }) => {
    const data = glyph.path.toSVG();
    return data && `<path d="${data}" transform="translate(${x.toFixed(4)} 0) scale(${em.toFixed(6)} ${(-em).toFixed(6)})"/>`;
  });
  return { markup: paths.join(''), width };
}

type Box = { width: number; height: number };
type Setting = {
  /** The width of a word and of a space, in em. */
  measure: (word: string) => number;
  space: number;
  /** The largest and the smallest font size, in pixels. */
  largest: number;
  smallest: number;
  /** Height of capitals and line height, in em. */
  capHeight: number;
  pitch: number;
};
type FittedLines = { lines: string[]; size: number };

const MOST_LINES = 3;
/** A name with more words is always cut. */
const MOST_WORDS = 40;

/**
 * Sets a text in the largest size that fits a box, in up to three lines broken between words. A text that would be too small is shortened.
 */
export function fitLines(text: string, box: Box, setting: Setting): FittedLines {
  const words = text.split(' ').slice(0, MOST_WORDS);
  for (let shown = words; ; shown = withoutLast(shown)) {
    const isWhole = shown === words && words.join(' ') === text;
    const fitted = largestSetting(isWhole ? shown : ended(shown), box, setting);
    if (fitted.size >= setting.smallest || isShortest(shown)) return fitted;
  }
}

const isShortest = (words: string[]): boolean => words.length === 1 && [...(words[0] ?? '')].length <= 1;

function withoutLast(words: string[]): string[] {
  const [only = ''] = words;
  return words.length > 1 ? words.slice(0, -1) : [[...only].slice(0, -1).join('')];
}

const ended = (words: string[]): string[] => [...words.slice(0, -1), `${(words.at(-1) ?? '').replace(/[\s.,:;–—-]+$/, '')}…`];

function largestSetting(words: string[], box: Box, setting: Setting): FittedLines {
  const { measure, space, largest, capHeight, pitch } = setting;
  const measured = words.map((word) => ({ word, width: measure(word) }));
  const settings = Array.from({ length: Math.min(MOST_LINES, words.length) }, (_, extra) => {
    const { lines, widest } = balanced(measured, extra + 1, space);
    const size = Math.min(largest, box.width / Math.max(widest, Number.EPSILON), box.height / (capHeight + extra * pitch));
    return { lines, size };
  });
  return settings.reduce((best, next) => (next.size > best.size ? next : best));
}

type Word = { word: string; width: number };
type Broken = { lines: string[]; widest: number };

const lineOf = (words: Word[], space: number): Broken => ({
  lines: [words.map(({ word }) => word).join(' ')],
  widest: words.reduce((sum, { width }) => sum + width, (words.length - 1) * space),
});

/** Distributes the words over this many lines so that the widest line is as narrow as possible. */
function balanced(words: Word[], count: number, space: number): Broken {
  if (count === 1) return lineOf(words, space);
  const candidates = words.slice(0, words.length - count + 1).map((_, place) => {
    const first = lineOf(words.slice(0, place + 1), space);
    const rest = balanced(words.slice(place + 1), count - 1, space);
    return { lines: [...first.lines, ...rest.lines], widest: Math.max(first.widest, rest.widest) };
  });
  return candidates.reduce((best, next) => (next.widest < best.widest ? next : best));
}
