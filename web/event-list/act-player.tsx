import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type CSSProperties, useRef, useState } from 'react';
import { toast } from '#web/lib/toast.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';

type PlayedStyle = CSSProperties & { '--played': string };

type ActPlayerProps = {
  name: string;
  soundUrl: string;
  isOnAccent?: boolean;
  className?: string;
};

/**
 * Plays the sound of an act on its slot, which becomes the progress bar. Nothing is fetched or played before a press, and only one act
 * plays at a time.
 */
export default function ActPlayer({ name, soundUrl, isOnAccent = false, className }: ActPlayerProps) {
  const { t } = useTranslation('events');
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [at, setAt] = useState({ seconds: 0, length: 0 });
  const toggle = () => {
    const { current } = audio;
    if (!current?.paused) return current?.pause();
    for (const other of document.querySelectorAll('audio')) if (other !== current) other.pause();
    current.play().catch((error: unknown) => {
      // “Pause” was pressed before the first sound.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error(t('play_failed'));
    });
    return undefined;
  };
  const follow = () => {
    const { currentTime, duration } = audio.current ?? { currentTime: 0, duration: 0 };
    setAt({ seconds: currentTime, length: Number.isFinite(duration) ? duration : 0 });
  };
  const hasBegun = at.length > 0;
  const style: PlayedStyle = { '--played': `${hasBegun ? ((at.seconds / at.length) * 100).toFixed(2) : 0}%` };
  const Icon = isPlaying ? Pause : Play;
  return (
    <div style={style} className={classNames('pointer-events-none absolute inset-0', className)}>
      <span
        aria-hidden="true"
        className={classNames('absolute inset-y-[5px] start-0 w-(--played) opacity-30', isOnAccent ? 'bg-coal' : 'bg-accent')}
      />
      <button
        type="button"
        aria-label={t(isPlaying ? 'pause' : 'play', { name })}
        onClick={toggle}
        className={classNames(
          'pointer-events-auto absolute start-0 top-1/2 grid size-11 -translate-y-1/2 place-items-center',
          isOnAccent ? 'text-coal' : 'text-accent',
        )}
      >
        <Icon size={20} fill="currentColor" />
      </button>
      {hasBegun && (
        <input
          type="range"
          aria-label={t('position', { name })}
          min={0}
          max={Math.ceil(at.length)}
          value={Math.round(at.seconds)}
          onChange={({ target }) => {
            if (audio.current) audio.current.currentTime = Number(target.value);
          }}
          className="pointer-events-auto absolute start-11 end-0 bottom-0 h-3 accent-(--accent)"
        />
      )}
      {/* Music has no captions. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        ref={audio}
        preload="none"
        src={soundUrl}
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
        onTimeUpdate={follow}
        onDurationChange={follow}
      />
    </div>
  );
}
