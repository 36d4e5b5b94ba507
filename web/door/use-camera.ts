import { useEffect, useMemo, useState, useSyncExternalStore, type RefObject } from 'react';
import { startCamera, type Camera } from './camera.ts';

export type CameraState = { state: 'off' | 'starting' | 'on' | 'failed'; switchTorch: Camera['switchTorch'] };

type Order = { attempt: number };
type Outcome = { order: Order; camera: Camera | undefined };

/** Runs the camera while it is wanted and the page is seen; it stops when the screen is left (spec §4). Another `attempt` starts it anew. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, isWanted: boolean, attempt: number): CameraState {
  const isSeen = useSyncExternalStore(
    watchVisibility,
    () => !document.hidden,
    () => false,
  );
  const order = useMemo(() => (isWanted && isSeen ? { attempt } : undefined), [isWanted, isSeen, attempt]);
  const [outcome, setOutcome] = useState<Outcome>();

  useEffect(() => {
    const element = video.current;
    if (!order || !element) return undefined;
    let isOver = false;
    let running: Camera | undefined;
    startCamera(element).then(
      (camera) => {
        if (isOver) return camera.stop();
        running = camera;
        return setOutcome({ order, camera });
      },
      () => isOver || setOutcome({ order, camera: undefined }),
    );
    const stop = () => {
      isOver = true;
      running?.stop();
    };
    // A page that is left for another document is not taken down by React.
    globalThis.addEventListener('pagehide', stop);
    return () => {
      globalThis.removeEventListener('pagehide', stop);
      stop();
    };
  }, [video, order]);

  if (!order) return { state: 'off', switchTorch: undefined };
  if (outcome?.order !== order) return { state: 'starting', switchTorch: undefined };
  return { state: outcome.camera ? 'on' : 'failed', switchTorch: outcome.camera?.switchTorch };
}

function watchVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
