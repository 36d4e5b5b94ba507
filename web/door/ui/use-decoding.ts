import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type Decode, loadDecoder } from './decoder.ts';

const FRAME_MS = 100;

/** Decodes at most ten frames a second, one at a time. `onRead` returns true to stop. */
export function useDecoding(video: RefObject<HTMLVideoElement | null>, isLooking: boolean, onRead: (text: string) => boolean) {
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
