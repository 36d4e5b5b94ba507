import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Dialog } from './dialog.tsx';
import { Slide } from './lightbox-slide.tsx';
import { useSwipe, useZoomed } from './lightbox-swipe.ts';
import { neighbour, placeByKey } from './neighbour.ts';
import type { PictureFiles } from './picture.tsx';

type LightboxProps = {
  pictures: readonly PictureFiles[];
  index: number;
  words: { title: string; previous: string; next: string; failed: string };
  onMove(index: number): void;
  onClose(): void;
};

/** One picture on the whole screen; before the first comes the last (spec §2). Arrow keys, Home, End and swipes move too. */
export function Lightbox({ pictures, index, words, onMove, onClose }: LightboxProps) {
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
    <Dialog title={words.title} isTitleHidden isFullScreen className="[&>button]:top-2" onClose={onClose} onKeyDown={press}>
      {/* What lies beside the picture is the overlay here; the keyboard has Escape. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div {...swipe} onClick={closeBeside} className={classNames('lightbox', isZoomed ? 'touch-auto' : 'touch-pan-y touch-pinch-zoom')}>
        <p aria-hidden="true" className="lightbox-count type-meta type-tabular text-muted">
          {index + 1} / {count}
        </p>
        <div className="lightbox-picture">
          {around(index, count).map((place) => {
            const picture = pictures[place];
            return picture && <Slide key={picture.src} picture={picture} isShown={place === index} failed={words.failed} />;
          })}
        </div>
        {count > 1 && (
          <Step label={words.previous} className="lightbox-previous" onClick={() => move(-1)}>
            <ChevronLeft />
          </Step>
        )}
        <p aria-live="polite" aria-atomic="true" className="lightbox-caption type-meta">
          <span className="sr-only">{words.title}: </span>
          {pictures[index]?.alt}
        </p>
        {count > 1 && (
          <Step label={words.next} className="lightbox-next" onClick={() => move(1)}>
            <ChevronRight />
          </Step>
        )}
      </div>
    </Dialog>
  );
}

/** The place shown and those on both sides of it: they are fetched ahead, so that moving on shows a picture at once. */
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
