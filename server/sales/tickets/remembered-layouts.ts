import type { Font, GlyphRun } from 'fontkit';
import { LRUCache } from 'lru-cache';

/** The texts of every event on sale in both languages, and the names of many guests: about 1 KB each. */
const REMEMBERED_MAX = 2_000;

/**
 * Returns the font with a cache of the last texts it laid out. Kerning is half the cost of a ticket, and all tickets have the same texts
 * except for a name and a number. pdfkit scales the positions of glyphs in place, so every caller gets copies.
 */
export function rememberLayouts(font: Font): Font {
  const runs = new LRUCache<string, GlyphRun>({ max: REMEMBERED_MAX, memoMethod: (text) => font.layout(text) });
  const remembering: Font = Object.create(font);
  remembering.layout = (text, features) => (features ? font.layout(text, features) : copyOf(runs.memo(text)));
  return remembering;
}

function copyOf(run: GlyphRun): GlyphRun {
  const positions = run.positions.map((position) => ({ ...position }));
  return Object.assign(Object.create(run), { positions });
}
