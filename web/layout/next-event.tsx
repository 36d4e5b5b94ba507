import { useTranslation } from '#web/ui/translation.tsx';
import { Link } from 'react-router';
import { timeText } from '#shared/dates.ts';
import { eventName, nextEvent } from '#shared/events/timing.ts';
import { eventTheme } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { api } from '#web/lib/browser-api.ts';
import { useNow } from '#web/lib/now.tsx';
import { paint } from '#web/lib/paint.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { DayText, WeekdayText } from '#web/ui/value-text.tsx';

/** The running or next event on its paper, as one link. Its room is reserved while it loads; without an event nothing is shown. */
export function NextEvent({ onFollow }: { onFollow(): void }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const now = useNow();
  const { data, state } = useLoad((signal) => api.events.list({}, { signal }), []);
  const event = nextEvent(data ?? [], now);
  if (!event) return state === 'loading' ? <div aria-hidden="true" className="h-18 shrink-0" /> : null;
  return (
    <Link
      to={paths.event(event.id)}
      onClick={onFollow}
      {...paint(eventTheme(event.id))}
      className="paper flex min-h-18 shrink-0 items-center gap-4 px-4 py-3"
    >
      <span className="sr-only">{t('nav.next')}: </span>
      <span aria-hidden="true" className="type-numeral [--cap:3rem]">
        <DayText at={event.startDate} />
      </span>
      <span className="min-w-0 grow">
        <FittedText as="p" dir="auto" cap={26} className="type-display-s">
          {eventName(event, language)}
        </FittedText>
        <span className="type-meta block pt-1">
          <WeekdayText at={event.startDate} />, {timeText(event.startDate)}
        </span>
      </span>
    </Link>
  );
}
