import { z } from 'zod';
import { ALBUMS } from '#shared/gallery/pictures.ts';

const CAPTION_MAX = 200;

const caption = z.string('validation.invalid').trim().max(CAPTION_MAX, 'validation.too_long');

/** Staff's data of a picture; omitted fields stay. */
export const PictureInput = z.object({
  caption: caption.optional(),
  captionKa: caption.optional(),
  isShown: z.boolean('validation.invalid').optional(),
  album: z.enum(ALBUMS, 'validation.invalid').optional(),
});
export type PictureInput = z.infer<typeof PictureInput>;
