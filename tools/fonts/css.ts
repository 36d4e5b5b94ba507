/** A share as CSS writes it: `percent(0.96)` is `96.00%`. */
export const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;

/** One `@font-face` rule from its descriptors, in the order given. */
export function fontFace(descriptors: Record<string, string>): string {
  const lines = Object.entries(descriptors).map(([name, value]) => `  ${name}: ${value};`);
  return `@font-face {\n${lines.join('\n')}\n}\n`;
}

type LineMetrics = { unitsPerEm: number; ascent: number; descent: number; lineGap: number };

/**
 * Descriptors that give a face the line metrics of another font; they include the face's `size-adjust`, which scales them too. While files
 * load a browser takes its line height from the face that came first, so all faces use Archivo's.
 */
export function lineOf({ unitsPerEm, ascent, descent, lineGap }: LineMetrics, size = 1): Record<string, string> {
  return {
    'ascent-override': percent(ascent / unitsPerEm / size),
    'descent-override': percent(-descent / unitsPerEm / size),
    'line-gap-override': percent(lineGap / unitsPerEm / size),
  };
}
