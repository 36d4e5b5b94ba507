import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react';
import type { EventView } from '#shared/events/events.contract.ts';

const WIDE = '(width >= 80rem)';

type SidePosterProps = {
  /** The event for whose ticket the visitor came; undefined without one. */
  chosen: EventView | undefined;
};

const load = (): Promise<{ default: ComponentType<SidePosterProps> }> => import('./side-poster-content.tsx');
// A decoration: without it the page works.
const Content = lazy(() => load().catch(() => ({ default: () => null })));

/** On wide screens a poster fills the right third; narrow screens fetch nothing. */
export function SidePoster({ chosen }: SidePosterProps) {
  const isWide = useSyncExternalStore(
    watchWidth,
    () => matchMedia(WIDE).matches,
    () => false,
  );
  return (
    <div className="sticky top-0 hidden h-(--view) flex-col bg-surface-1 min-[80rem]:flex">
      {isWide && (
        <Suspense>
          <Content chosen={chosen} />
        </Suspense>
      )}
    </div>
  );
}

function watchWidth(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
