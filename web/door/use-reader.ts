import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type Decode, loadDecoder } from './decoder.ts';
import type { Step } from './use-scanner.ts';

export type Reader = {
  video: RefObject<HTMLVideoElement | null>;
  state: 'off' | 'starting' | 'looking' | 'failed';
  switchTorch: Camera['switchTorch'];
  retry(): void;
};

/** Camera and decoder: running while scanning, paused while a code is checked. */
export function useReader(step: Step, onRead: (text: string) => boolean): Reader {
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  const isFrozen = step.phase === 'checking' && step.question.code !== undefined;
  const camera = useCamera(video, step.phase === 'scanning' || isFrozen, attempt);
  const { hasFailed } = useDecoding(video, step.phase === 'scanning' && camera.state === 'on', onRead);
  useEffect(() => {
    if (isFrozen) video.current?.pause();
  }, [isFrozen]);

  const isOn = camera.state === 'on' ? 'looking' : camera.state;
  return { video, state: hasFailed ? 'failed' : isOn, switchTorch: camera.switchTorch, retry: () => setAttempt(attempt + 1) };
}

type CameraState = { state: 'off' | 'starting' | 'on' | 'failed'; switchTorch: Camera['switchTorch'] };

type Order = { attempt: number };
type Outcome = { order: Order; camera: Camera | undefined };

/**
 * Runs the camera while it is wanted and the page is visible; it stops when the screen is left (spec §4). Another `attempt` starts it
 * again.
 */
function useCamera(video: RefObject<HTMLVideoElement | null>, isWanted: boolean, attempt: number): CameraState {
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
    // React does not unmount a page that is left for another document.
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

/** A running camera. `switchTorch` is there only if the camera reports a torch. */
type Camera = { stop(): void; switchTorch: ((isOn: boolean) => Promise<void>) | undefined };

/** Shows the rear camera, or the only one, in a video. @throws when there is none or the permission is refused */
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

const FRAME_MS = 100;

/** Decodes at most ten frames a second, one at a time. `onRead` returns true to stop. */
function useDecoding(video: RefObject<HTMLVideoElement | null>, isLooking: boolean, onRead: (text: string) => boolean) {
  const [hasFailed, setFailed] = useState(false);
  // Loads the decoder before the first tap.
  useEffect(() => void loadDecoder().catch(() => undefined), []);
  const read = useEffectEvent(onRead);
  useEffect(() => {
    if (!isLooking) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (decode: Decode) => {
      const startedAt = performance.now();
      // A frame that cannot be decoded counts as one without a code; the next one is tried.
      const text = video.current ? await decode(video.current).catch(() => undefined) : undefined;
      if (isOver || (text !== undefined && read(text))) return;
      timer = setTimeout(() => void look(decode), Math.max(0, FRAME_MS - (performance.now() - startedAt)));
    };
    loadDecoder().then(look, () => isOver || setFailed(true));
    return () => {
      isOver = true;
      clearTimeout(timer);
      setFailed(false);
    };
  }, [video, isLooking]);
  return { hasFailed };
}
