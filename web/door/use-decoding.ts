import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { createDecoder, type Decode } from './decoder.ts';

const FRAME_MS = 100;

/** Looks for a code at most ten times a second, never twice at once. `onRead` answers true to stop looking. */
export function useDecoding(video: RefObject<HTMLVideoElement | null>, isLooking: boolean, onRead: (text: string) => boolean) {
  const [hasFailed, setFailed] = useState(false);
  // Here before the first tap.
  useEffect(() => void theDecoder().catch(() => undefined), []);
  const read = useEffectEvent(onRead);
  useEffect(() => {
    if (!isLooking) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (decode: Decode) => {
      const startedAt = performance.now();
      // A frame that cannot be read is a frame without a code: the next one is looked at all the same.
      const text = video.current ? await decode(video.current).catch(() => undefined) : undefined;
      if (isOver || (text !== undefined && read(text))) return;
      timer = setTimeout(() => void look(decode), Math.max(0, FRAME_MS - (performance.now() - startedAt)));
    };
    theDecoder().then(look, () => isOver || setFailed(true));
    return () => {
      isOver = true;
      clearTimeout(timer);
      setFailed(false);
    };
  }, [video, isLooking]);
  return { hasFailed };
}

let decoder: Promise<Decode> | undefined;

/** One for the whole visit; after a failure the next look fetches it again. */
function theDecoder(): Promise<Decode> {
  decoder ??= createDecoder().catch((error: unknown) => {
    decoder = undefined;
    throw error;
  });
  return decoder;
}
