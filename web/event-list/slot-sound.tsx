import { lazy, Suspense } from 'react';
import { useHydrated } from '#web/lib/hydration.ts';

const ActPlayer = lazy(() => import('./act-player.tsx'));

type SlotSoundProps = {
  name: string;
  soundUrl: string | null;
  /** The slot is filled with the accent. */
  isOnAccent?: boolean;
  className?: string;
};

/** The player over the slot of an act with a sound; its code loads only on such events, and without script it is absent. */
export function SlotSound({ soundUrl, ...look }: SlotSoundProps) {
  const isHydrated = useHydrated();
  if (!soundUrl || !isHydrated) return null;
  return (
    <Suspense>
      <ActPlayer key={soundUrl} soundUrl={soundUrl} {...look} />
    </Suspense>
  );
}
