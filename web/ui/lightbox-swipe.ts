import { useRef, useSyncExternalStore, type PointerEvent } from 'react';

type Point = { x: number; y: number };

const SWIPE_PX = 40;

/** Which way a finger went: on for a swipe to the left, back for one to the right; nowhere when it was short or rather up or down. */
export function swipeStep(from: Point, to: Point): 1 | -1 | undefined {
  const across = to.x - from.x;
  if (Math.abs(across) < SWIPE_PX || Math.abs(across) < 2 * Math.abs(to.y - from.y)) return undefined;
  return across > 0 ? -1 : 1;
}

/** Handlers for the element that is swiped over. A second finger means zoom, and ends it. */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
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

/** Whether the reader has zoomed in: then a finger moves the view, not the pictures. */
export const useZoomed = (): boolean => useSyncExternalStore(watchZoom, isZoomed, () => false);
