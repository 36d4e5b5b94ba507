// These font packages have no types; declared here is what the tools use.

declare module 'subset-font' {
  type Axis = number | { min: number; max: number; default?: number };
  type Options = { targetFormat?: 'sfnt' | 'woff2'; variationAxes?: Record<string, Axis>; keepAllGlyphs?: boolean };
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}

declare module 'fontverter' {
  export function convert(font: Buffer, format: 'sfnt' | 'woff' | 'woff2'): Promise<Buffer>;
}

declare module 'fontkit' {
  type Box = { minX: number; minY: number; maxX: number; maxY: number };
  type Glyph = { id: number; advanceWidth: number; bbox: Box; codePoints: number[]; path: { toSVG(): string } };
  /** The glyphs of a text with their positions, in units of the font. The caller may change it. */
  type GlyphRun = { advanceWidth: number; glyphs: Glyph[]; positions: { xAdvance: number }[] };
  type Font = {
    unitsPerEm: number;
    ascent: number;
    descent: number;
    lineGap: number;
    characterSet: number[];
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    createSubset(): unknown;
    layout(text: string, features?: string[]): GlyphRun;
  };
  export function create(font: Buffer): Font;
}
