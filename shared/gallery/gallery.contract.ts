import { z } from 'zod';
import { GALLERY_PAGE_SIZE } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { wireInteger } from '#shared/wire.ts';
import { ALBUMS } from './pictures.ts';

/**
 * `name` describes the picture in English, `nameKa` in Georgian; `url` is the widest JPEG, on our own origin. The picture exists in each of
 * `widths` and in each format of `pictures.ts`.
 */
export const GalleryImageView = z.object({
  url: z.string(),
  name: z.string(),
  nameKa: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  widths: z.array(z.number().int()),
});
export type GalleryImageView = z.infer<typeof GalleryImageView>;

export const galleryContract = {
  images: endpoint('GET', '/google-drive/images', 'public', {
    summary: 'List a page of the gallery or of another album',
    query: z.object({
      page: wireInteger(1, 100_000).optional(),
      limit: wireInteger(1, 100).default(GALLERY_PAGE_SIZE),
      album: z.enum(ALBUMS).default('gallery'),
    }),
    output: z.object({ images: z.array(GalleryImageView), page: z.number().int(), total: z.number().int() }),
    cached: true,
  }),
};
