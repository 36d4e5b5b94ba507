/** The albums: the gallery, and the sets of the other screens. The first is the default. */
export const ALBUMS = ['gallery', 'rentals', 'djs', 'about', 'profile'] as const;
export type Album = (typeof ALBUMS)[number];

/** How many of an album's first pictures the site shows; the gallery shows all of its own, on several pages. */
export const ALBUM_PLACES = { rentals: 7, djs: 3, about: 2, profile: 1 } as const;

/** Every picture is stored in these formats, the lightest first. */
export const PICTURE_FORMATS = ['avif', 'webp', 'jpg'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** The widths of stored pictures, in pixels, up to the original's. */
export const PICTURE_WIDTHS = [480, 720, 1080, 1600] as const;

export const PICTURES_URL = '/media/gallery';

/** `speaker-wall-03-1080.avif` */
export const pictureFile = (file: string, width: number, format: PictureFormat): string => `${file}-${width}.${format}`;

/** Returns the address of the picture in another width and format; `url` is the one in the gallery's answer. */
export const pictureUrl = (url: string, width: number, format: PictureFormat): string => url.replace(/-\d+\.jpg$/, `-${width}.${format}`);

/** Returns a `srcset` with every width of one format. */
export const pictureSet = ({ url, widths }: { url: string; widths: readonly number[] }, format: PictureFormat): string =>
  widths.map((width) => `${pictureUrl(url, width, format)} ${width}w`).join(', ');
