import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Decode, loadDecoder } from './decoder.ts';
import { type CameraState, useCamera } from './use-camera.ts';

const FRAME_MS = 100;

export type Reader = CameraState & { video: RefObject<HTMLVideoElement | null>; retry(): void };

/** Camera and decoder. `onRead` returns true to stop reading. */
export function useReader({ isOn, isLooking }: { isOn: boolean; isLooking: boolean }, onRead: (text: string) => boolean): Reader {
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  const camera = useCamera(video, isOn, attempt);
  const hasFailed = useDecoding(video, isLooking && camera.state === 'on', onRead);
  return { ...camera, state: hasFailed ? 'failed' : camera.state, video, retry: () => setAttempt(attempt + 1) };
}

/** Decodes at most ten frames a second, one at a time. Returns true if the decoder cannot be loaded. */
function useDecoding(video: RefObject<HTMLVideoElement | null>, isLooking: boolean, onRead: (text: string) => boolean): boolean {
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
  return hasFailed;
}
