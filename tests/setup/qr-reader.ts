import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const decoder = readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));

/** Returns the text of the QR code in a picture file, read by the door's decoder. */
export async function readQrPicture(picture: Uint8Array): Promise<string | undefined> {
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await decoder).buffer } });
  const [found] = await readBarcodes(new Blob([new Uint8Array(picture)]), { formats: ['QRCode'] });
  return found?.text;
}
