import { useState } from 'react';
import type { EventView } from '#shared/events/event.views.ts';
import { ownPhoto, photoSet } from '#shared/events/photo.ts';
import { useSite } from './site.tsx';

/** An event's photo as long as there is one that loads, and what its `<img>` takes so that one which does not is noticed. */
export function usePhoto({ eventPhotoUrl }: Pick<EventView, 'eventPhotoUrl'>) {
  const [broken, setBroken] = useState<string>();
  const photo = ownPhoto(eventPhotoUrl, useSite().publicUrl);
  if (photo === undefined || photo === broken) return { photo: undefined };
  const giveUp = () => setBroken(photo);
  return {
    photo,
    watch: {
      srcSet: photoSet(photo),
      onError: giveUp,
      // It may have failed before the page came alive.
      ref: (image: HTMLImageElement | null) => {
        if (image?.complete && image.naturalWidth === 0) giveUp();
      },
    },
  };
}
