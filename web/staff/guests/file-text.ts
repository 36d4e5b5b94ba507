import { GUEST_FILE_MAX } from '#shared/staff/known-guests.schemas.ts';

/** Letters of both scripts take three bytes at most. */
const BYTES_MAX = 3 * GUEST_FILE_MAX;

/**
 * Returns the text of a file in UTF-8, or in UTF-16 with its mark, as Excel's “Unicode Text” is; otherwise why there is none. A file of
 * another encoding is refused, because its Georgian letters are lost.
 */
export async function fileText(file: Blob): Promise<{ text: string } | { refused: 'too_large' | 'not_text' }> {
  if (file.size > BYTES_MAX) return { refused: 'too_large' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    return text.includes('\0') ? { refused: 'not_text' } : { text };
  } catch {
    return { refused: 'not_text' };
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
