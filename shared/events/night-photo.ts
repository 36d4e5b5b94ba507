import { PICTURE_WIDTHS, PICTURES_URL, pictureSet } from '#shared/gallery/picture-files.ts';

/** A file larger than this is not taken. */
export const PHOTO_BYTES_MAX = 15 * 1024 * 1024;

const OWN_FILE = new RegExp(String.raw`^${PICTURES_URL}/[\w-]+-(\d+)\.jpg$`);

/** The `srcset` of a night's photo; nothing for one that was not made here, in all widths. */
export function photoSet(url: string): string | undefined {
  const widest = Number(OWN_FILE.exec(url)?.[1]);
  if (!widest) return undefined;
  return pictureSet({ url, widths: [...PICTURE_WIDTHS.filter((width) => width < widest), widest] }, 'webp');
}
