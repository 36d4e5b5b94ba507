import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import type { CSSProperties } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { usePlayer } from './use-player.tsx';

type PlayedStyle = CSSProperties & { '--played': string };

type ActPlayerProps = {
  name: string;
  soundUrl: string;
  isOnAccent?: boolean;
  className?: string;
};

/** Plays the sound of an act on its slot, which becomes the progress bar. */
export default function ActPlayer({ name, soundUrl, isOnAccent = false, className }: ActPlayerProps) {
  const { t } = useTranslation('events');
  const { isPlaying, at, toggle, moveTo, audio } = usePlayer(soundUrl);
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
          onChange={({ target }) => moveTo(Number(target.value))}
          className="pointer-events-auto absolute start-11 end-0 bottom-0 h-3 accent-(--accent)"
        />
      )}
      {audio}
    </div>
  );
}
