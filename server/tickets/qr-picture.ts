import QRCode from 'qrcode';

const coalOnWhite = { errorCorrectionLevel: 'M', margin: 4, color: { dark: '#0B0B0C', light: '#FFFFFF' } } as const;
const SVG_WIDTH = 480;
const PNG_WIDTH = 640;

/** A QR code as a `data:` URL that any `<img>` shows without asking the server. */
export async function qrDataUrl(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { ...coalOnWhite, type: 'svg', width: SVG_WIDTH });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** A QR code as a PNG file, for mails and passes. */
export const qrPng = (text: string): Promise<Buffer> => QRCode.toBuffer(text, { ...coalOnWhite, type: 'png', width: PNG_WIDTH });
