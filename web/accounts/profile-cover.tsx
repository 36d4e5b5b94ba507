import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import type { Api } from '#shared/api.ts';
import { ALBUM_PLACES } from '#shared/gallery/albums.ts';
import { coverRatios, coverUrl } from '#shared/media/cover-ratios.ts';
import { loadAlbum, picturesIn } from '#web/lib/pictures.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Picture } from '#web/ui/picture.tsx';
import { Poster } from '#web/ui/poster.tsx';

const box = 'aspect-21/6 min-h-40 w-full';
/** A phone's box is wider than its screen (it keeps a height): dots a little larger weigh half as much. */
const sizes = '(width >= 64rem) calc(100vw - 18rem), 95vw';

export const loadCover = (api: Api) => loadAlbum(api, 'profile', ALBUM_PLACES.profile);

/** The picture over a profile, with what stands on it; the club's own cover while it has none. */
export function ProfileCover({ children }: { children: ReactNode }) {
  const images = useLoaderData<typeof loadCover>();
  const { language } = useLanguage();
  const [picture] = picturesIn(images, language);
  return (
    <div className="relative">
      {picture ? (
        <Picture picture={picture} sizes={sizes} isFirst className={box} />
      ) : (
        <Poster src={coverUrl('default', '2x1')} {...coverRatios['2x1']} isFirst className={box} />
      )}
      <div className="absolute inset-x-4 bottom-4">{children}</div>
    </div>
  );
}
