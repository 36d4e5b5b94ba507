import { create, type QRCode } from 'qrcode';

/** As many guests as look at their tickets while a night is sold: about 2 KB each. */
const REMEMBERED_MAX = 500;

const remembered = new Map<string, QRCode>();

/**
 * Returns the QR code of a text. The codes asked for last are remembered: a ticket is looked at, mailed and looked at again, and a code
 * takes a millisecond. The text goes in as bytes alone, because looking for shorter ways to write its numbers takes another one.
 */
export function qrCode(text: string): QRCode {
  const present = remembered.get(text);
  remembered.delete(text);
  const code = present ?? create([{ data: Buffer.from(text), mode: 'byte' }], { errorCorrectionLevel: 'M' });
  remembered.set(text, code);
  const [oldest] = remembered.keys();
  if (oldest !== undefined && remembered.size > REMEMBERED_MAX) remembered.delete(oldest);
  return code;
}
