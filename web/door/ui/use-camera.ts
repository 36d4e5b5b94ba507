import { type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from 'react';

export type CameraState = { state: 'off' | 'starting' | 'on' | 'failed'; switchTorch: Camera['switchTorch'] };

type Order = { attempt: number };
type Outcome = { order: Order; camera: Camera | undefined };

/** Runs the camera while it is wanted and the page is visible; stops it when the screen is left (spec §4). A new `attempt` restarts it. */
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
    // React does not unmount a page that navigates to another document.
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

/** A running camera. `switchTorch` exists only if the camera reports a torch. */
type Camera = { stop(): void; switchTorch: ((isOn: boolean) => Promise<void>) | undefined };

/** Shows the rear camera, or the only one, in a video. @throws if there is none or the permission is refused */
async function startCamera(video: HTMLVideoElement): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    if (video.srcObject === stream) video.srcObject = null;
  };
  try {
    video.srcObject = stream;
    await video.play();
  } catch (error) {
    stop();
    throw error;
  }
  const [track] = stream.getVideoTracks();
  return { stop, switchTorch: track && hasTorch(track) ? (isOn) => switchTorch(track, isOn) : undefined };
}

/** TypeScript does not declare the torch among the camera's capabilities. */
type TorchCapabilities = MediaTrackCapabilities & { torch?: boolean };
type TorchConstraints = MediaTrackConstraintSet & { torch: boolean };

function hasTorch(track: MediaStreamTrack): boolean {
  const capabilities: TorchCapabilities = 'getCapabilities' in track ? track.getCapabilities() : {};
  return capabilities.torch === true;
}

function switchTorch(track: MediaStreamTrack, isOn: boolean): Promise<void> {
  const constraints: TorchConstraints = { torch: isOn };
  return track.applyConstraints({ advanced: [constraints] });
}
