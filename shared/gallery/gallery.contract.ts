import { z } from 'zod';
import { GALLERY_PAGE_SIZE } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { wireInteger } from '#shared/wire.ts';

/** `name` says in English what the picture shows, `nameKa` in Georgian; `url` is on our own origin. */
export const GalleryImageView = z.object({
  url: z.string(),
  name: z.string(),
  nameKa: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});
export type GalleryImageView = z.infer<typeof GalleryImageView>;

export const galleryContract = {
  images: endpoint('GET', '/google-drive/images', 'public', {
    summary: 'A page of the gallery',
    query: z.object({ page: wireInteger(1, 100_000).optional(), limit: wireInteger(1, 100).default(GALLERY_PAGE_SIZE) }),
    output: z.object({ images: z.array(GalleryImageView), page: z.number().int(), total: z.number().int() }),
    cached: true,
  }),
};
