import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Wifi from 'lucide-react/icons/wifi';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useState } from 'react';
import { timeText } from '#shared/dates.ts';
import { roomState } from '#shared/door/room.ts';
import type { PhoneState } from '#web/door/phone/door-phone.ts';
import { useNow } from '#web/lib/now.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';

const roomLooks = { open: '', nearly_full: 'bg-warn text-coal', full: 'bg-danger text-coal' } as const;

type InsideCountProps = { inside: number | undefined; licensed: number | undefined; isAlone: boolean };

/** The number of people inside, large enough to read from afar. A phone alone doesn't know whom other doors let in. */
export function InsideCount({ inside, licensed, isAlone }: InsideCountProps) {
  const { t } = useTranslation('scanner-device');
  const room = inside === undefined || licensed === undefined ? 'open' : roomState(inside, licensed);
  return (
    <div className={classNames('flex shrink-0 items-center gap-2 px-2 py-1', roomLooks[room])} data-room={room}>
      <span className="type-tabular text-[2.75rem] leading-12 phone:text-[3rem] font-bold">{inside ?? '–'}</span>
      <span className="text-[0.9375rem] leading-5 font-semibold">
        <span className="block">{t(isAlone ? 'inside_at_least' : 'inside')}</span>
        {licensed !== undefined && <span className="block whitespace-nowrap">{t('of_licensed', { licensed })}</span>}
        {room !== 'open' && <span className="block">{t(room)}</span>}
      </span>
    </div>
  );
}

/** The connection, and what has not reached the server. A tap opens the list. */
export function ConnectivityState({
  state,
  onOpen,
}: {
  state: Pick<PhoneState, 'connectivity' | 'unsent' | 'refused' | 'clock'>;
  onOpen(): void;
}) {
  const { t } = useTranslation('scanner-device');
  const { connectivity, unsent, refused, clock } = state;
  // By the server's clock, as far as the phone knows it.
  const since = new Date(useChangedAt(connectivity).getTime() - clock.offsetMs);
  const isAlone = connectivity === 'alone';
  return (
    <button
      type="button"
      onClick={onOpen}
      data-link={connectivity}
      className={classNames(
        'flex min-h-14 max-w-full shrink-0 items-center gap-2 rounded-control px-2 py-1 text-start text-[0.9375rem] leading-5 font-semibold',
        isAlone ? 'bg-warn text-coal' : 'border border-control',
      )}
    >
      {isAlone ? (
        <WifiOff size={24} className="shrink-0" aria-hidden="true" />
      ) : (
        <Wifi size={24} className="shrink-0 text-ok" aria-hidden="true" />
      )}
      <span className="min-w-0">
        <span className="block">
          {isAlone ? t('link.alone', { time: timeText(since) }) : t(connectivity === 'live' ? 'link.live' : 'link.connecting')}
        </span>
        {unsent > 0 && <span className="block font-bold">{t('link.unsent', { count: unsent })}</span>}
        {refused.length > 0 && <span className="block font-bold">{t('link.refused', { count: refused.length })}</span>}
      </span>
    </button>
  );
}

/** The minute in which the connection last changed. */
function useChangedAt(connectivity: PhoneState['connectivity']): Date {
  const now = useNow();
  const [change, setChange] = useState({ connectivity, at: now });
  if (change.connectivity !== connectivity) setChange({ connectivity, at: now });
  return change.at;
}

/** What staff must know before the next guest. */
export function Alert({ children, isGrave = false }: { children: string; isGrave?: boolean }) {
  return (
    <p
      role="alert"
      className={classNames('flex items-center gap-3 px-5 py-2 leading-5 font-semibold text-coal', isGrave ? 'bg-danger' : 'bg-warn')}
    >
      <TriangleAlert size={24} className="shrink-0" aria-hidden="true" />
      {children}
    </p>
  );
}
