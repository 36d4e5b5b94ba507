import { type RefObject, useEffect, useRef, useState } from 'react';
import { type CameraState, useCamera } from './ui/use-camera.ts';
import { useDecoding } from './ui/use-decoding.ts';
import type { Step } from './use-scanner.ts';

export type Reader = {
  video: RefObject<HTMLVideoElement | null>;
  state: 'off' | 'starting' | 'looking' | 'failed';
  switchTorch: CameraState['switchTorch'];
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
