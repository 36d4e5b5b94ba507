import { qrCode } from './qr-code.ts';
import { twoColourPng } from './two-colour-png.ts';

/** Coal on white. */
const DARK = '#0B0B0C';
const LIGHT = '#FFFFFF';
/** The white edge, in modules. */
const MARGIN = 4;
const SVG_WIDTH = 480;
const PNG_WIDTH = 640;

/** A QR code as a `data:` URL that any `<img>` shows without asking the server. */
export function qrDataUrl(text: string): string {
  const { modules } = qrCode(text);
  const side = modules.size + 2 * MARGIN;
  let squares = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      const from = column;
      while (column < modules.size && modules.get(row, column) === 1) column += 1;
      if (column > from) squares += `M${from + MARGIN} ${row + MARGIN}.5h${column - from}`;
    }
  }
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SVG_WIDTH}" height="${SVG_WIDTH}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="${LIGHT}" d="M0 0h${side}v${side}H0z"/><path stroke="${DARK}" d="${squares}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** A QR code as a PNG file, for mails and passes. */
export function qrPng(text: string): Buffer {
  const { modules } = qrCode(text);
  const size = modules.size + 2 * MARGIN;
  const isInside = (place: number): boolean => place >= 0 && place < modules.size;
  const isDark = (row: number, column: number): boolean => isInside(row) && isInside(column) && modules.get(row, column) === 1;
  return twoColourPng({
    size,
    scale: Math.floor(PNG_WIDTH / size),
    isDark: (row, column) => isDark(row - MARGIN, column - MARGIN),
    dark: DARK,
    light: LIGHT,
  });
}
