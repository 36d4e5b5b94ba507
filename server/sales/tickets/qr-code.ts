import { LRUCache } from 'lru-cache';
import { create, type QRCode } from 'qrcode';

/** As many guests as look at their tickets while a night is sold: about 2 KB each. */
const REMEMBERED_MAX = 500;

const codes = new LRUCache<string, QRCode>({
  max: REMEMBERED_MAX,
  memoMethod: (text) => create([{ data: Buffer.from(text), mode: 'byte' }], { errorCorrectionLevel: 'M' }),
});

/**
 * Returns the QR code of a text. The codes asked for last are remembered: a ticket is looked at, mailed and looked at again, and a code
 * takes a millisecond. The text goes in as bytes alone, because looking for shorter ways to write its numbers takes another one.
 */
export const qrCode = (text: string): QRCode => codes.memo(text);
