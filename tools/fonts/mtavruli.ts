import { create } from 'fontkit';
import subsetFont from 'subset-font';
import { MKHEDRULI, MTAVRULI } from './character-sets.ts';
import { encodeCmap } from './cmap.ts';
import { replaceTable } from './sfnt.ts';

/**
 * The display cut whose everyday letters are drawn as Mtavruli capitals (art direction §3.3).
 * CSS cannot upper-case Georgian, and real capital code points would spoil search, copying and speech.
 */
export async function cutMtavruli(variable: Buffer, variationAxes: Record<string, number>): Promise<Buffer> {
  const capitals = await subsetFont(variable, MTAVRULI, { targetFormat: 'sfnt', variationAxes });
  const font = create(capitals);
  const mappings = [...MTAVRULI].flatMap((capital, place) => {
    const point = capital.codePointAt(0) ?? 0;
    const glyph = font.glyphForCodePoint(point).id;
    if (glyph === 0) throw new Error(`The Georgian font has no glyph for ${capital}`);
    return [
      { point, glyph },
      { point: MKHEDRULI.codePointAt(place) ?? 0, glyph },
    ];
  });
  return subsetFont(replaceTable(capitals, 'cmap', encodeCmap(mappings)), MKHEDRULI + MTAVRULI, { targetFormat: 'woff2' });
}
