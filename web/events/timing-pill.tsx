import { useTranslation } from 'react-i18next';
import type { EventView } from '#shared/events/event.views.ts';
import { eventTiming } from '#shared/events/timing.ts';
import { useNow } from '#web/lib/now.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';

type Timed = { event: Pick<EventView, 'startDate' | 'endDate' | 'isCancelled'> };

/** Starting soon, in session or ended (spec §4); or cancelled. */
export function TimingPill({ event }: Timed) {
  const { t } = useTranslation('events');
  const timing = eventTiming(event, useNow());
  if (event.isCancelled) return <StatusPill isLive={false}>{t('called_off')}</StatusPill>;
  return <StatusPill isLive={timing === 'in_session'}>{t(timing)}</StatusPill>;
}
