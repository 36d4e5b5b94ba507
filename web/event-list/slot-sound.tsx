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

/** The player over a slot of an act that can be heard; its code loads only on such events, and without script there is none. */
export function SlotSound({ soundUrl, ...look }: SlotSoundProps) {
  const isHydrated = useHydrated();
  if (!soundUrl || !isHydrated) return null;
  return (
    <Suspense>
      <ActPlayer key={soundUrl} soundUrl={soundUrl} {...look} />
    </Suspense>
  );
}
