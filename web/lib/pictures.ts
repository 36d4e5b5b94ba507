import type { Api } from '#shared/api.ts';
import type { Language } from '#shared/constants.ts';
import type { Album } from '#shared/gallery/albums.ts';
import type { GalleryImageView } from '#shared/gallery/gallery.contract.ts';
import { pictureSet } from '#shared/gallery/picture-files.ts';
import type { PictureFiles } from '#web/ui/picture.tsx';

/** The first pictures of an album, at most `limit`. Spec §7: errors of the gallery are swallowed. */
export const loadAlbum = (api: Api, album: Album, limit: number): Promise<GalleryImageView[]> =>
  api.gallery.images({ page: 1, limit, album }).then(
    ({ images }) => (Array.isArray(images) ? images.slice(0, limit) : []),
    () => [],
  );

/** Proportions for a picture that does not tell its own. */
const USUAL = { width: 1080, height: 720 };

/** Pictures with their files, and what they show in the reader's language. Only `url` and `name` are certain (spec §3). */
export const picturesIn = (images: readonly (Partial<GalleryImageView> & { url: string })[], language: Language): PictureFiles[] =>
  images.map(({ url, name = '', nameKa = name, width = USUAL.width, height = USUAL.height, widths }) => ({
    src: url,
    width,
    height,
    alt: language === 'ka' ? nameKa : name,
    ...(widths && { sets: setsOf({ url, widths }) }),
  }));

const setsOf = (image: { url: string; widths: readonly number[] }) => ({
  avif: pictureSet(image, 'avif'),
  webp: pictureSet(image, 'webp'),
  jpg: pictureSet(image, 'jpg'),
});
