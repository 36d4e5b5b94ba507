import { GALLERY_PAGE } from '#shared/constants.ts';
import type { OutputOf, ParsedInput } from '#shared/contract.ts';
import type { galleryContract, GalleryImageView } from '#shared/gallery/gallery.contract.ts';
import { pictureFile, PICTURES_URL } from '#shared/gallery/picture-files.ts';
import type { Context } from '#server/context.ts';
import { countImages, findImages, insertImage, type GalleryImage, type NewImage } from './gallery.queries.ts';

type Images = typeof galleryContract.images.shape;

/** Spec §7: a page of the gallery, from 1 on; a page behind the last one is empty. */
export async function listImages(ctx: Context, { page = GALLERY_PAGE, limit, album }: ParsedInput<Images>): Promise<OutputOf<Images>> {
  const [images, total] = await Promise.all([findImages(ctx.db, album, { limit, offset: (page - 1) * limit }), countImages(ctx.db, album)]);
  return { images: images.map(toView), page, total };
}

/** Shows a picture whose file lies in the gallery's folder; a file that is shown already stays as it is. For the demo, not for callers. */
export const addImage = (ctx: Context, image: NewImage): Promise<void> => insertImage(ctx.db, image);

function toView({ file, name, nameKa, width, height, widths }: GalleryImage): GalleryImageView {
  return { url: `${PICTURES_URL}/${pictureFile(file, width, 'jpg')}`, name, nameKa: nameKa || name, width, height, widths };
}
