import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { neighbour } from './neighbour.ts';

export type Picture = { src: string; width: number; height: number; alt: string };

type LightboxProps = {
  pictures: readonly Picture[];
  index: number;
  words: { title: string; previous: string; next: string };
  onMove(index: number): void;
  onClose(): void;
};

const SWIPE_PX = 40;

/** One picture on the whole screen; before the first comes the last (spec §2). Arrow keys and swipes move too. */
export function Lightbox({ pictures, index, words, onMove, onClose }: LightboxProps) {
  const start = useRef(0);
  const shown = pictures[index];
  const move = (step: 1 | -1) => onMove(neighbour(index, step, pictures.length));
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') move(-1);
    if (event.key === 'ArrowRight') move(1);
  };
  const lift = (event: PointerEvent) => {
    const way = event.clientX - start.current;
    if (event.pointerType !== 'mouse' && Math.abs(way) > SWIPE_PX) move(way > 0 ? -1 : 1);
  };
  if (!shown) return null;
  return (
    <Dialog title={words.title} isTitleHidden isFullScreen onClose={onClose} onKeyDown={press}>
      <div
        onPointerDown={(event) => {
          start.current = event.clientX;
        }}
        onPointerUp={lift}
        className="flex h-dvh touch-pan-y flex-col gap-4 p-4"
      >
        <p className="type-meta type-tabular flex min-h-11 items-center text-muted">
          {index + 1} / {pictures.length}
        </p>
        <img {...shown} alt={shown.alt} className="min-h-0 w-full grow object-contain" />
        <div className="flex items-center justify-between gap-4">
          <Step label={words.previous} onClick={() => move(-1)}>
            <ChevronLeft />
          </Step>
          <p aria-live="polite" className="type-meta text-center">
            {shown.alt}
          </p>
          <Step label={words.next} onClick={() => move(1)}>
            <ChevronRight />
          </Step>
        </div>
        <Neighbours pictures={pictures} index={index} />
      </div>
    </Dialog>
  );
}

function Step({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-14 shrink-0 place-items-center bg-surface-2 hover:bg-surface-3"
    >
      {children}
    </button>
  );
}

/** Fetched ahead, so that moving on shows a picture at once. */
function Neighbours({ pictures, index }: Pick<LightboxProps, 'pictures' | 'index'>) {
  const near = new Set([neighbour(index, -1, pictures.length), neighbour(index, 1, pictures.length)]);
  return [...near].map((place) => <link key={place} rel="prefetch" as="image" href={pictures[place]?.src} />);
}
