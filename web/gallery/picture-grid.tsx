import { type CSSProperties, type KeyboardEvent, lazy, type MouseEvent, Suspense, useState } from 'react';
import { useHydrated } from '#web/lib/hydration.ts';
import { Picture, type PictureFiles } from '#web/ui/picture.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

const load = () => import('#web/ui/lightbox.tsx');
const Lightbox = lazy(async () => ({ default: (await load()).Lightbox }));

const SEEN_AT_ONCE = 2;
/** In rows each seventh picture has a whole row, beginning with the first. */
const WHOLE_ROW_EACH = 7;
/** A higher picture would not fit into the window in a whole row. */
const WHOLE_ROW_RATIO = 1.2;

type PictureGridProps = {
  pictures: readonly PictureFiles[];
  /** Rows of large pictures of any proportion with their names, or equal boxes. */
  look: 'rows' | 'strip';
  /** The grid is at the top of the screen. */
  isFirst?: boolean;
};

type RatioStyle = CSSProperties & { '--ratio': number };

/** Pictures that open full screen. */
export function PictureGrid({ pictures, look, isFirst = false }: PictureGridProps) {
  const { t } = useTranslation('pages');
  const [open, setOpen] = useState<number>();
  const texts = {
    title: t('lightbox.title', { number: (open ?? 0) + 1, total: pictures.length }),
    previous: t('lightbox.previous'),
    next: t('lightbox.next'),
    failed: t('lightbox.failed'),
  };
  // If the viewer cannot be loaded, the browser shows the file itself.
  const show = (place: number, { src }: PictureFiles) =>
    load().then(
      () => setOpen(place),
      () => location.assign(src),
    );
  return (
    <>
      <ul className={look === 'rows' ? 'picture-rows' : 'picture-strip'}>
        {pictures.map((picture, place) => {
          const ratio = picture.width / picture.height;
          const style: RatioStyle = { '--ratio': ratio };
          const isWhole = look === 'rows' && place % WHOLE_ROW_EACH === 0 && ratio >= WHOLE_ROW_RATIO;
          return (
            <li key={picture.src} style={style} className={isWhole ? 'picture-whole' : undefined}>
              <PictureLink
                picture={picture}
                sizes={sizes[isWhole ? 'whole' : look]}
                isFirst={isFirst && place === 0}
                isEager={isFirst && place < SEEN_AT_ONCE}
                onOpen={() => void show(place, picture)}
              />
              {look === 'rows' && picture.alt !== t('gallery.picture') && (
                // The link says it, too.
                <p aria-hidden="true" dir="auto" className="type-display-s mt-3 [--cap:1.375rem]">
                  {picture.alt}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {open !== undefined && (
        <Suspense>
          <Lightbox pictures={pictures} index={open} texts={texts} onMove={setOpen} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** The drawn widths. */
const sizes = {
  whole: '(width >= 64rem) calc(100vw - 18rem), 100vw',
  rows: '(width >= 48rem) 50vw, 100vw',
  strip: '(width >= 90rem) 38rem, 100vw',
} as const;

type PictureLinkProps = { picture: PictureFiles; sizes: string; isFirst: boolean; isEager: boolean; onOpen(): void };

const asButton = { role: 'button', 'aria-haspopup': 'dialog' } as const;

/** A small picture that links to its large file; with script it opens the viewer instead. */
function PictureLink({ picture, onOpen, ...rest }: PictureLinkProps) {
  const { t } = useTranslation('pages');
  const isHydrated = useHydrated();
  const click = (event: MouseEvent) => {
    // With a modifier key the browser opens the file in another tab or window, as with any link.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a
      href={picture.src}
      aria-label={t('gallery.open', { name: picture.alt })}
      {...(isHydrated && asButton)}
      onClick={click}
      onKeyDown={press}
      className="block w-full"
    >
      <Picture picture={picture} {...rest} className="size-full" />
    </a>
  );
}
