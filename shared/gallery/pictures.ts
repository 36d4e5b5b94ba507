/** The gallery, and the picture sets of other screens. The first is the default. */
export const ALBUMS = ['gallery', 'rentals', 'djs', 'about', 'map', 'profile'] as const;
export type Album = (typeof ALBUMS)[number];

/** How many of an album's first pictures the site shows; the gallery shows all of its own, on several pages. */
export const ALBUM_PLACES = { rentals: 7, djs: 3, about: 2, map: 1, profile: 1 } as const;

/** Every picture is stored in these formats, smallest first. */
export const PICTURE_FORMATS = ['avif', 'webp', 'jpg'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** The widths of stored pictures, in pixels, up to the original's. */
export const PICTURE_WIDTHS = [480, 720, 1080, 1600] as const;

export const PICTURES_URL = '/media/gallery';

/** `speaker-wall-03-1080.avif` */
export const pictureFile = (file: string, width: number, format: PictureFormat): string => `${file}-${width}.${format}`;

/** Returns the address of the picture in another width and format; `url` comes from the gallery's answer. */
export const pictureUrl = (url: string, width: number, format: PictureFormat): string => url.replace(/-\d+\.jpg$/, `-${width}.${format}`);

/** Returns a `srcset` with every width of one format. */
export const pictureSet = ({ url, widths }: { url: string; widths: readonly number[] }, format: PictureFormat): string =>
  widths.map((width) => `${pictureUrl(url, width, format)} ${width}w`).join(', ');

/** Larger files are refused. */
export const PHOTO_BYTES_MAX = 15 * 1024 * 1024;

const OWN_FILE = new RegExp(String.raw`^${PICTURES_URL}/[\w-]+-(\d+)\.jpg$`);

/** Returns the `srcset` of an event's photo; undefined if our own files do not exist in all widths. */
export function photoSet(url: string): string | undefined {
  const widest = Number(OWN_FILE.exec(url)?.[1]);
  if (!widest) return undefined;
  return pictureSet({ url, widths: [...PICTURE_WIDTHS.filter((width) => width < widest), widest] }, 'webp');
}

/** A base to resolve own paths if the site has no public address. */
const OWN_ORIGIN = 'http://own.invalid';

/**
 * Returns the path of an event's photo on this site; undefined for a photo on another site, which the page may not load, so that the cover
 * is shown. `publicUrl` is the site's own origin, which a stored photo address may include.
 */
export function ownPhoto(url: string | null, publicUrl: string): string | undefined {
  const own = publicUrl || OWN_ORIGIN;
  const photo = url ? URL.parse(url, own) : null;
  return photo?.origin === new URL(own).origin ? photo.pathname + photo.search : undefined;
}
