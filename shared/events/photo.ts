import { PICTURE_WIDTHS, PICTURES_URL, pictureSet } from '#shared/gallery/pictures.ts';

/** A larger file is refused. */
export const PHOTO_BYTES_MAX = 15 * 1024 * 1024;

const OWN_FILE = new RegExp(String.raw`^${PICTURES_URL}/[\w-]+-(\d+)\.jpg$`);

/** Returns the `srcset` of an event's photo; undefined for one without our own files in all widths. */
export function photoSet(url: string): string | undefined {
  const widest = Number(OWN_FILE.exec(url)?.[1]);
  if (!widest) return undefined;
  return pictureSet({ url, widths: [...PICTURE_WIDTHS.filter((width) => width < widest), widest] }, 'webp');
}

/** Resolves a path of our own when the site has no public address. */
const OWN_ORIGIN = 'http://own.invalid';

/**
 * Returns the path of an event's photo on this site. Undefined for one on another site: the page may load pictures from its own origin
 * only, so such an event shows its cover. `publicUrl` is the site's own origin, with which a photo may be written in full.
 */
export function ownPhoto(url: string | null, publicUrl: string): string | undefined {
  const own = publicUrl || OWN_ORIGIN;
  const photo = url ? URL.parse(url, own) : null;
  return photo?.origin === new URL(own).origin ? photo.pathname + photo.search : undefined;
}
