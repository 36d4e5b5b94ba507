import { create, type Font } from 'fontkit';
import { GEORGIAN_DISPLAY_SCALE } from '#shared/constants.ts';
import { LARI, LATIN, LATIN_EXTENDED, MTAVRULI } from './character-sets.ts';
import { cut, type Cuts } from './cuts.ts';

/** Other characters occur in headlines too rarely to send their pairs to every browser. */
const KERNED = /[\p{Lu}\p{Nd}.,:’“”„&!?/–—-]/u;

/**
 * Leaves out pairs that kern less: every browser loads this table, and without them a headline is set a little smaller than it could be,
 * never wider than its column.
 */
const KERNED_FROM_EM = 0.021;

/** Kerning pairs: any letter of `left` before any letter of `right[shift]`, shift in em. */
type KerningGroup = { left: string; right: Record<string, string> };

/** The characters of each width in em, as the display fonts show them: Latin upper-cased, Georgian as Mtavruli. */
type DisplayWidths = { advances: Record<string, string>; kerning: KerningGroup[] };

type Face = { font: Font; characters: string[]; scale: number };

/** Measures the display cuts for headlines that are fitted to their column. */
export async function measureDisplayWidths(cuts: Cuts): Promise<DisplayWidths> {
  const latin = { font: create(cuts['display-latin']), characters: capitalsOf(LATIN), scale: 1 };
  const extended = { font: create(cuts['display-latin-ext']), characters: capitalsOf(LATIN_EXTENDED), scale: 1 };
  const georgian = { font: create(cuts['display-ka']), characters: [...MTAVRULI], scale: GEORGIAN_DISPLAY_SCALE };
  const lari = { font: create(await cut('lari', LARI, { wght: 900 })), characters: [LARI], scale: 1 };
  const advances: Record<string, string> = {};
  for (const { font, characters, scale } of [latin, extended, georgian, lari])
    for (const character of characters) {
      const em = toEm(font, advanceOf(font, character), scale);
      advances[em] = (advances[em] ?? '') + character;
    }
  return { advances, kerning: [...kerningOf(latin), ...kerningOf(georgian)] };
}

/** Letters with equal shifts towards every neighbour share a group. */
function kerningOf({ font, characters, scale }: Face): KerningGroup[] {
  const kerned = characters.filter((character) => KERNED.test(character));
  const groups = new Map<string, KerningGroup>();
  for (const left of kerned) {
    const right: Record<string, string> = {};
    for (const next of kerned) {
      const shift = font.layout(left + next).advanceWidth - advanceOf(font, left) - advanceOf(font, next);
      const em = toEm(font, shift, scale);
      if (em <= 0 && em > -KERNED_FROM_EM) continue;
      right[em] = (right[em] ?? '') + next;
    }
    const shape = JSON.stringify(right);
    if (shape !== '{}') groups.set(shape, { left: (groups.get(shape)?.left ?? '') + left, right });
  }
  return [...groups.values()];
}

/** Returns the characters that `text-transform: uppercase` does not change. */
const capitalsOf = (characters: string): string[] => [...characters].filter((character) => character === character.toUpperCase());

const advanceOf = (font: Font, character: string): number => font.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth;

const toEm = (font: Font, units: number, scale: number): number => Number(((units / font.unitsPerEm) * scale).toFixed(5));
