import type { CSSProperties } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { timeText } from '#shared/dates.ts';
import { housePhase, type OpenHouse } from '#shared/events/open-house.ts';
import { eventName, playingNow } from '#shared/events/timing.ts';
import { eventTheme } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { useNow } from '#web/lib/now.tsx';
import { paint } from '#web/lib/paint.ts';
import { useSite } from '#web/lib/site.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import { axisClass, axisColumns } from '#web/ui/hour-axis.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText } from '#web/ui/value-text.tsx';
import { eventRuler } from './ruler.ts';

/** Shown on every page during open house: what is coming and playing; in the morning the way home, lost property and the next event. */
export function TonightBar() {
  const { t } = useTranslation();
  const now = useNow();
  const { tonight } = useSite();
  // The home page and the event page have an event's colours, if it was found.
  const [home, event] = [useRouteLoaderData<unknown>('home/home'), useRouteLoaderData<unknown>('events/event')];
  const isPainted = (home ?? event) !== undefined;
  const phase = tonight && housePhase(tonight, now);
  if (!tonight || !phase) return null;
  // Above another event's colours it is coal, so that not three papers meet.
  const paper = isPainted ? 'bg-bg [--on:var(--accent)]' : 'paper';
  return (
    <aside aria-label={t('tonight.label')} data-strip {...paint(eventTheme(tonight.id))} className="no-print">
      <div className={`relative px-5 desktop:px-10 ${paper}`}>
        {phase === 'morning' ? <Morning tonight={tonight} /> : <Running tonight={tonight} isOpen={phase === 'night'} />}
        <Ruler tonight={tonight} />
      </div>
    </aside>
  );
}

const line = 'flex min-h-11 items-center gap-x-4 tablet:gap-x-6';

/** The time, with who plays on each stage and until when, or when the doors open; links to the event. A phone shows one stage. */
function Running({ tonight, isOpen }: { tonight: OpenHouse; isOpen: boolean }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const now = useNow();
  const name = eventName(tonight, language);
  const acts = playingNow(tonight, now);
  const shown = acts.length > 0 ? acts : [{ id: 0, artistName: name, endTime: tonight.endDate }];
  return (
    <Link to={paths.event(tonight.id)} className={`${line} hover:underline`}>
      <span className={classNames('type-tabular shrink-0', !isOpen && 'hidden tablet:inline')}>{timeText(now)}</span>
      {isOpen ? (
        shown.map(({ id, artistName, endTime }, place) => (
          <span key={id} className={classNames('min-w-0 items-center gap-3', place === 0 ? 'flex' : 'hidden desktop:flex')}>
            <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-on" />
            <span dir="auto" className="truncate font-bold">
              {artistName}
            </span>
            <span className="shrink-0 max-[22rem]:sr-only">{t('tonight.until', { time: timeText(endTime) })}</span>
          </span>
        ))
      ) : (
        <span dir="auto" className="truncate font-bold">
          {t('tonight.evening', { name, time: timeText(tonight.startDate) })}
        </span>
      )}
      {acts.length > 0 && (
        <span dir="auto" className="ms-auto hidden truncate desktop:inline">
          {name}
        </span>
      )}
    </Link>
  );
}

function Morning({ tonight: { next } }: { tonight: OpenHouse }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const { email } = useSite();
  const link = 'inline-flex min-h-11 items-center underline underline-offset-4';
  return (
    <div className={`${line} flex-wrap`}>
      <p className="font-bold">{t('tonight.morning')}</p>
      <Link to={`${paths.about}#place`} className={link}>
        {t('tonight.way_home')}
      </Link>
      <a href={`mailto:${email}`} className={link}>
        {t('tonight.lost')}
      </a>
      {next && (
        <Link to={paths.event(next.id)} className={`${link} gap-2`}>
          <span dir="auto">{t('tonight.next', { name: eventName(next, language) })}</span>
          <span className="hidden tablet:inline">
            <DateText at={next.startDate} />
          </span>
        </Link>
      )}
    </div>
  );
}

type MarkStyle = CSSProperties & { '--from': number; '--to': number };
type NowStyle = CSSProperties & { '--progress': string };

/** The axis of the event along the lower edge: a mark for each slot of the first stage, and the present moment. Decoration. */
function Ruler({ tonight }: { tonight: OpenHouse }) {
  const { columns, stages, progress } = eventRuler(tonight, useNow());
  const now: NowStyle = { '--progress': `${((progress ?? 0) * 100).toFixed(2)}%` };
  return (
    <div aria-hidden="true" style={axisColumns(columns)} className="absolute inset-x-0 bottom-0 h-1">
      <div className={`${axisClass} h-full`}>
        {stages[0]?.slots.map(({ id, from, to }) => {
          const style: MarkStyle = { '--from': from, '--to': to };
          return <span key={id} style={style} className="col-start-(--from) col-end-(--to) row-start-1 me-0.5 bg-on opacity-40" />;
        })}
      </div>
      {progress !== undefined && <span style={now} className="absolute bottom-0 start-(--progress) h-3 w-1 -translate-x-1/2 bg-on" />}
    </div>
  );
}
