import QRCode from 'qrcode';
import { twoColourPng } from './two-colour-png.ts';

/** Coal on white. */
const look = { errorCorrectionLevel: 'M', margin: 4, color: { dark: '#0B0B0C', light: '#FFFFFF' } } as const;
const SVG_WIDTH = 480;
const PNG_WIDTH = 640;

/** A QR code as a `data:` URL that any `<img>` shows without asking the server. */
export async function qrDataUrl(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { ...look, type: 'svg', width: SVG_WIDTH });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** A QR code as a PNG file, for mails and passes. */
export function qrPng(text: string): Buffer {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: look.errorCorrectionLevel });
  const size = modules.size + 2 * look.margin;
  const isInside = (place: number): boolean => place >= 0 && place < modules.size;
  const isDark = (row: number, column: number): boolean => isInside(row) && isInside(column) && modules.get(row, column) === 1;
  return twoColourPng({
    size,
    scale: Math.floor(PNG_WIDTH / size),
    isDark: (row, column) => isDark(row - look.margin, column - look.margin),
    ...look.color,
  });
}
