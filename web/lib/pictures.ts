import type { Language } from '#shared/constants.ts';
import type { GalleryImageView } from '#shared/gallery/gallery.contract.ts';
import { pictureSet } from '#shared/gallery/picture-files.ts';
import type { PictureFiles } from '#web/ui/picture.tsx';

/** The club's pictures with their files, and what they show in the reader's language. */
export const picturesIn = (images: readonly GalleryImageView[], language: Language): PictureFiles[] =>
  images.map((image) => ({
    src: image.url,
    width: image.width,
    height: image.height,
    alt: language === 'ka' ? image.nameKa : image.name,
    sets: { avif: pictureSet(image, 'avif'), webp: pictureSet(image, 'webp'), jpg: pictureSet(image, 'jpg') },
  }));
