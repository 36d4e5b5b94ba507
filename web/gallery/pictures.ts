import type { GalleryImageView } from '#shared/gallery/gallery.contract.ts';
import type { Picture } from '#web/ui/lightbox.tsx';

/** The club's pictures with what they show, in the reader's language. */
export const picturesIn = (images: readonly GalleryImageView[], language: string): Picture[] =>
  images.map(({ url, name, nameKa, width, height }) => ({ src: url, width, height, alt: language === 'ka' ? nameKa : name }));
