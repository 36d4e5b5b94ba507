import { useRef, useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** Plays a sound. Nothing is fetched or played before a press, and only one sound plays at a time. */
export function usePlayer(soundUrl: string) {
  const { t } = useTranslation('events');
  const player = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [at, setAt] = useState({ seconds: 0, length: 0 });
  const toggle = () => {
    const { current } = player;
    if (!current?.paused) return current?.pause();
    for (const other of document.querySelectorAll('audio')) if (other !== current) other.pause();
    current.play().catch((error: unknown) => {
      // “Pause” was pressed before the first sound.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error(t('play_failed'));
    });
    return undefined;
  };
  const follow = () => {
    const { currentTime, duration } = player.current ?? { currentTime: 0, duration: 0 };
    setAt({ seconds: currentTime, length: Number.isFinite(duration) ? duration : 0 });
  };
  const moveTo = (seconds: number) => {
    if (player.current) player.current.currentTime = seconds;
  };
  const audio = (
    // Music has no captions.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <audio
      ref={player}
      preload="none"
      src={soundUrl}
      onPlay={() => setIsPlaying(true)}
      onPause={() => setIsPlaying(false)}
      onTimeUpdate={follow}
      onDurationChange={follow}
    />
  );
  return { isPlaying, at, toggle, moveTo, audio };
}
