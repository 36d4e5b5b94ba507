import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useTranslation } from '#web/ui/translation.tsx';
import { usePlayer } from './use-player.tsx';

type ListenProps = { acts: readonly { id: number; artistName: string; soundUrl: string | null }[] };

/** A button for each act that plays its sound; in one row, so a phone shows the first. */
export default function Listen({ acts }: ListenProps) {
  return (
    <ul className="flex min-h-11 gap-x-6">
      {acts.map(({ id, artistName, soundUrl }) => (
        <li key={id} className="min-w-0 max-desktop:not-first:hidden">
          {soundUrl && <ListenButton name={artistName} soundUrl={soundUrl} />}
        </li>
      ))}
    </ul>
  );
}

function ListenButton({ name, soundUrl }: { name: string; soundUrl: string }) {
  const { t } = useTranslation('events');
  const { isPlaying, toggle, audio } = usePlayer(soundUrl);
  const Icon = isPlaying ? Pause : Play;
  return (
    <>
      <button type="button" onClick={toggle} className="group inline-flex min-h-11 max-w-full items-center gap-2 font-semibold">
        <Icon size={24} className="shrink-0" />
        <span className="min-w-0 text-start wrap-anywhere group-hover:underline">
          {t(isPlaying ? 'stop_listening' : 'listen', { name })}
        </span>
      </button>
      {audio}
    </>
  );
}
