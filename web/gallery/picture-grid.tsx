import { type CSSProperties, type KeyboardEvent, lazy, type MouseEvent, Suspense, useState } from 'react';
import { useHydrated } from '#web/lib/hydration.ts';
import { Picture, type PictureFiles } from '#web/ui/picture.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

const load = () => import('#web/ui/lightbox.tsx');
const Lightbox = lazy(async () => ({ default: (await load()).Lightbox }));

const SEEN_AT_ONCE = 4;
/** The approximate width of a square picture in a row. */
const ROW_PX = 320;

type PictureGridProps = {
  pictures: readonly PictureFiles[];
  /** Rows of one height for pictures of any proportion, or one strip of equal boxes. */
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
          const style: RatioStyle = { '--ratio': picture.width / picture.height };
          return (
            <li key={picture.src} style={style}>
              <PictureLink
                picture={picture}
                sizes={sizesOf(picture, look)}
                isFirst={isFirst && place === 0}
                isEager={isFirst && place < SEEN_AT_ONCE}
                onOpen={() => void show(place, picture)}
              />
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

/** Half the screen on a phone; a wide picture in a square box is drawn wider than the box. */
function sizesOf({ width, height }: PictureFiles, look: PictureGridProps['look']): string {
  const ratio = width / height;
  const narrow = `${Math.round(50 * Math.max(1, ratio))}vw`;
  return look === 'rows' ? `(width >= 48rem) ${Math.round(ratio * ROW_PX)}px, ${narrow}` : `(width >= 64rem) ${ROW_PX}px, ${narrow}`;
}

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
      className="block size-full"
    >
      <Picture picture={picture} {...rest} className="size-full" />
    </a>
  );
}
