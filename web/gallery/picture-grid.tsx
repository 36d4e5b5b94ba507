import { lazy, Suspense, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { Picture } from '#web/ui/lightbox.tsx';

const Lightbox = lazy(async () => ({ default: (await import('#web/ui/lightbox.tsx')).Lightbox }));

const SEEN_AT_ONCE = 3;

type RatioStyle = CSSProperties & { '--ratio': number };

/** Pictures in rows of one height, two columns on a phone; each opens on the whole screen (art direction §10). */
export function PictureGrid({ pictures }: { pictures: readonly Picture[] }) {
  const { t } = useTranslation('pages');
  const [open, setOpen] = useState<number>();
  const words = {
    title: t('lightbox.title', { number: (open ?? 0) + 1, total: pictures.length }),
    previous: t('lightbox.previous'),
    next: t('lightbox.next'),
  };
  return (
    <>
      <ul className="picture-rows">
        {pictures.map(({ src, width, height, alt }, place) => {
          const style: RatioStyle = { '--ratio': width / height };
          return (
            <li key={src} style={style}>
              <button
                type="button"
                aria-label={t('gallery.open', { name: alt })}
                onClick={() => setOpen(place)}
                className="block size-full bg-surface-1"
              >
                <img
                  src={src}
                  width={width}
                  height={height}
                  alt=""
                  loading={place < SEEN_AT_ONCE ? 'eager' : 'lazy'}
                  decoding="async"
                  className="size-full object-cover"
                />
              </button>
            </li>
          );
        })}
      </ul>
      {open !== undefined && (
        <Suspense>
          <Lightbox pictures={pictures} index={open} words={words} onMove={setOpen} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}
