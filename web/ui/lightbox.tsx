import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { classNames } from './class-names.ts';
import { Dialog } from './dialog.tsx';
import { Picture, type PictureFiles } from './picture.tsx';

type LightboxProps = {
  pictures: readonly PictureFiles[];
  index: number;
  texts: { title: string; previous: string; next: string; failed: string };
  onMove(index: number): void;
  onClose(): void;
};

/** A full-screen picture; the last precedes the first (spec §2). Arrow keys, Home, End and swipes move, too. */
export function Lightbox({ pictures, index, texts, onMove, onClose }: LightboxProps) {
  const count = pictures.length;
  const move = (step: 1 | -1) => onMove(neighbour(index, step, count));
  const swipe = useSwipe(move);
  const isZoomed = useZoomed();
  const press = (event: KeyboardEvent) => {
    const place = placeByKey(event.key, index, count);
    if (place === undefined) return;
    event.preventDefault();
    onMove(place);
  };
  const closeBeside = ({ target }: MouseEvent) => target instanceof Element && target.matches('.lightbox, .lightbox-picture') && onClose();
  return (
    <Dialog title={texts.title} isTitleHidden isFullScreen className="[&>button]:top-2" onClose={onClose} onKeyDown={press}>
      {/* A click beside the picture closes it; the keyboard has Escape. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div {...swipe} onClick={closeBeside} className={classNames('lightbox', isZoomed ? 'touch-auto' : 'touch-pan-y touch-pinch-zoom')}>
        <p aria-hidden="true" className="lightbox-count type-meta type-tabular text-muted">
          {index + 1} / {count}
        </p>
        <div className="lightbox-picture">
          {around(index, count).map((place) => {
            const picture = pictures[place];
            return picture && <Slide key={picture.src} picture={picture} isShown={place === index} failed={texts.failed} />;
          })}
        </div>
        {count > 1 && (
          <Step label={texts.previous} className="lightbox-previous" onClick={() => move(-1)}>
            <ChevronLeft />
          </Step>
        )}
        <p aria-live="polite" aria-atomic="true" className="lightbox-caption type-meta">
          <span className="sr-only">{texts.title}: </span>
          {pictures[index]?.alt}
        </p>
        {count > 1 && (
          <Step label={texts.next} className="lightbox-next" onClick={() => move(1)}>
            <ChevronRight />
          </Step>
        )}
      </div>
    </Dialog>
  );
}

/** The shown index and its neighbours, which are prefetched, so that moving on shows a picture at once. */
const around = (index: number, count: number): number[] => [...new Set([index, neighbour(index, 1, count), neighbour(index, -1, count)])];

type StepProps = { label: string; className: string; onClick(): void; children: ReactNode };

function Step({ label, className, onClick, children }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={classNames('grid size-14 shrink-0 place-items-center bg-surface-2 hover:bg-surface-3', className)}
    >
      {children}
    </button>
  );
}

type RatioStyle = CSSProperties & { '--ratio': number };

/** The share of the screen's height that is left for the picture. */
const HEIGHT_SHARE = 85;

/** A picture as large as possible, or a message that it failed to load. A hidden one is only fetched. */
function Slide({ picture, isShown, failed }: { picture: PictureFiles; isShown: boolean; failed: string }) {
  const [hasFailed, setFailed] = useState(false);
  const ratio = picture.width / picture.height;
  const style: RatioStyle = { '--ratio': ratio };
  return (
    <div hidden={!isShown} style={style} className="lightbox-slide">
      {hasFailed ? (
        <output className="type-meta grid size-full place-content-center bg-surface-1 p-4 text-center text-muted">{failed}</output>
      ) : (
        <Picture
          picture={picture}
          sizes={`min(100vw, ${Math.round(ratio * HEIGHT_SHARE)}vh)`}
          isEager
          className="size-full"
          onError={() => setFailed(true)}
        />
      )}
    </div>
  );
}

type Point = { x: number; y: number };

const SWIPE_PX = 40;

/** The direction of a swipe: next for a swipe to the left, previous to the right; undefined if it was short or mostly vertical. */
export function swipeStep(from: Point, to: Point): 1 | -1 | undefined {
  const across = to.x - from.x;
  if (Math.abs(across) < SWIPE_PX || Math.abs(across) < 2 * Math.abs(to.y - from.y)) return undefined;
  return across > 0 ? -1 : 1;
}

/** Handlers for the element that is swiped. A second finger means zoom, and ends the swipe. */
function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<Point>(undefined);
  return {
    onPointerDown({ isPrimary, pointerType, clientX, clientY }: PointerEvent) {
      start.current = isPrimary && pointerType !== 'mouse' && !isZoomed() ? { x: clientX, y: clientY } : undefined;
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      const step = start.current && swipeStep(start.current, { x: clientX, y: clientY });
      start.current = undefined;
      if (step) onSwipe(step);
    },
    onPointerCancel() {
      start.current = undefined;
    },
  };
}

const isZoomed = (): boolean => (window.visualViewport?.scale ?? 1) > 1.01;

function watchZoom(onChange: () => void): () => void {
  window.visualViewport?.addEventListener('resize', onChange);
  return () => window.visualViewport?.removeEventListener('resize', onChange);
}

/** Returns true if the reader has zoomed in: a finger then scrolls the view instead of changing the picture. */
const useZoomed = (): boolean => useSyncExternalStore(watchZoom, isZoomed, () => false);

/** The index before or after one in a ring of `count`: after the last comes the first. */
export const neighbour = (index: number, step: 1 | -1, count: number): number => (index + step + count) % count;

/** The index that a key leads to in a ring of `count`; undefined for other keys. */
export function placeByKey(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowLeft') return neighbour(index, -1, count);
  if (key === 'ArrowRight') return neighbour(index, 1, count);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
