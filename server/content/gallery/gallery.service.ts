import { GALLERY_PAGE } from '#shared/constants.ts';
import type { OutputOf, ParsedInput } from '#shared/contract.ts';
import type { galleryContract, GalleryImageView } from '#shared/gallery/gallery.contract.ts';
import { pictureFile, PICTURES_URL } from '#shared/gallery/picture-files.ts';
import type { Context } from '#server/platform/context.ts';
import { words } from '#server/platform/words.ts';
import { countImages, findImages, type GalleryImage } from './gallery.queries.ts';

type Images = typeof galleryContract.images.shape;

/** Spec §7: a page of the gallery, from 1 on; a page behind the last one is empty. */
export async function listImages(ctx: Context, { page = GALLERY_PAGE, limit, album }: ParsedInput<Images>): Promise<OutputOf<Images>> {
  const [images, total] = await Promise.all([findImages(ctx.db, album, { limit, offset: (page - 1) * limit }), countImages(ctx.db, album)]);
  return { images: images.map(toView), page, total };
}

/** A file name may say nothing of its picture; what is shown of it always does. */
function toView({ file, width, height, widths, ...said }: GalleryImage): GalleryImageView {
  const name = said.caption || said.name || words.en.t('pages:gallery.picture');
  const nameKa = said.captionKa || said.nameKa || said.caption || said.name || words.ka.t('pages:gallery.picture');
  return { url: `${PICTURES_URL}/${pictureFile(file, width, 'jpg')}`, name, nameKa, width, height, widths };
}
