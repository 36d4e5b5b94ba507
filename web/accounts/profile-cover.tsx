import type { Album } from '#shared/gallery/albums.ts';
import { coverRatios, coverUrl } from '#shared/media/cover-ratios.ts';
import { api } from '#web/lib/browser-api.ts';
import { picturesIn } from '#web/lib/pictures.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { Picture } from '#web/ui/picture.tsx';
import { Poster } from '#web/ui/poster.tsx';

const album: Album = 'profile';
const box = 'aspect-21/6 min-h-40 w-full';
const sizes = '(width >= 64rem) calc(100vw - 18rem), max(100vw, 35rem)';

/** The picture over a profile; the club's own cover while it has none (spec §7: errors of the gallery are swallowed). */
export function ProfileCover() {
  const { language } = useLanguage();
  const { state, data } = useLoad((signal) => api.gallery.images({ limit: 1, album }, { signal }), []);
  const [picture] = picturesIn(data?.images ?? [], language);
  if (picture) return <Picture picture={picture} sizes={sizes} isFirst className={box} />;
  if (state === 'loading') return <div className={`${box} bg-surface-1`} />;
  return <Poster src={coverUrl('default', '2x1')} {...coverRatios['2x1']} isFirst className={box} />;
}
