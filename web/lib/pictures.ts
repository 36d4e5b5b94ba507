import { useState } from 'react';
import type { Api } from '#shared/api.ts';
import type { Language } from '#shared/constants.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import type { GalleryImageView } from '#shared/gallery/gallery.contract.ts';
import { type Album, pictureSet, ownPhoto, photoSet } from '#shared/gallery/pictures.ts';
import type { PictureFiles } from '#web/ui/picture.tsx';
import { useSite } from './site.tsx';

/** The first pictures of an album, at most `limit`. Spec §7: errors of the gallery are swallowed. */
export const loadAlbum = (api: Api, album: Album, limit: number): Promise<GalleryImageView[]> =>
  api.gallery.images({ page: 1, limit, album }).then(
    ({ images }) => (Array.isArray(images) ? images.slice(0, limit) : []),
    () => [],
  );

/** The proportions of a picture whose size is unknown. */
const USUAL = { width: 1080, height: 720 };

/** Pictures with their files and a description in the reader's language. Only `url` and `name` are sure to be there (spec §3). */
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

/** Returns an event's photo while it can be loaded, and the props with which its `<img>` reports a failure. */
export function usePhoto({ eventPhotoUrl }: Pick<EventView, 'eventPhotoUrl'>) {
  const [broken, setBroken] = useState<string>();
  const { publicUrl } = useSite();
  // The console previews a photo that is not sent yet.
  const photo = eventPhotoUrl?.startsWith('blob:') ? eventPhotoUrl : ownPhoto(eventPhotoUrl, publicUrl);
  if (photo === undefined || photo === broken) return { photo: undefined };
  const giveUp = () => setBroken(photo);
  return {
    photo,
    watch: {
      srcSet: photoSet(photo),
      onError: giveUp,
      // It may have failed before hydration.
      ref: (image: HTMLImageElement | null) => {
        if (image?.complete && image.naturalWidth === 0) giveUp();
      },
    },
  };
}
