import type { Font, GlyphRun } from 'fontkit';
import { LRUCache } from 'lru-cache';

/** The words of every night on sale in both languages, and the names of many guests: about 1 KB each. */
const REMEMBERED_MAX = 2_000;

/**
 * Returns the font as one that remembers how it set the last words. Kerning is half of what a ticket costs, and all tickets say the same
 * but for a name and a number. Whoever draws scales the places of letters, so each gets copies of them.
 */
export function rememberLayouts(font: Font): Font {
  const words = new LRUCache<string, GlyphRun>({ max: REMEMBERED_MAX, memoMethod: (text) => font.layout(text) });
  const remembering: Font = Object.create(font);
  remembering.layout = (text, features) => (features ? font.layout(text, features) : copyOf(words.memo(text)));
  return remembering;
}

function copyOf(word: GlyphRun): GlyphRun {
  const positions = word.positions.map((position) => ({ ...position }));
  return Object.assign(Object.create(word), { positions });
}
