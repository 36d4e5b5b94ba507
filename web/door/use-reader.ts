import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Camera } from './camera.ts';
import type { Step } from './use-scanner.ts';
import { useCamera } from './use-camera.ts';
import { useDecoding } from './use-decoding.ts';

export type Reader = {
  video: RefObject<HTMLVideoElement | null>;
  state: 'off' | 'starting' | 'looking' | 'failed';
  switchTorch: Camera['switchTorch'];
  retry(): void;
};

/** Camera and decoder together: on while scanning, and frozen while what they read is checked. */
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
