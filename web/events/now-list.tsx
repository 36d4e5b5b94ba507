import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { timeText } from '#shared/dates.ts';
import type { EventView } from '#shared/events/event.views.ts';
import { paths } from '#shared/paths.ts';
import { useNow } from '#web/lib/now.tsx';
import { nightRuler, type RulerStage } from './ruler.ts';

/** The night ruler of a narrow screen: who plays now on each stage, and who comes next, each leading to the event (spec §2). */
export function NowList({ event }: { event: EventView }) {
  const { stages } = nightRuler(event, useNow());
  return (
    <ul className="border-b border-hairline tablet:hidden">
      {stages.map((stage) => (
        <StageNow key={stage.floor} stage={stage} to={paths.event(event.id)} />
      ))}
    </ul>
  );
}

function StageNow({ stage: { floor, slots }, to }: { stage: RulerStage; to: string }) {
  const { t } = useTranslation('events');
  const now = useNow();
  const current = slots.find(({ isNow }) => isNow);
  const next = slots.find(({ startTime }) => Date.parse(startTime) > now.getTime());
  return (
    <li className="border-t border-hairline py-3">
      <p className="type-meta text-muted">{t(`stages.${floor}`)}</p>
      {current && (
        <p className="flex items-baseline justify-between gap-4">
          <Link to={to} dir="auto" className="-my-2 min-w-0 py-2 text-[1.25rem] leading-7 font-bold wrap-anywhere">
            {current.name}
          </Link>
          <span className="type-meta shrink-0 text-muted">{t('until', { time: timeText(current.endTime) })}</span>
        </p>
      )}
      {next && (
        <p className="type-meta text-muted">
          {t('next')} <span className="type-tabular">{timeText(next.startTime)}</span>{' '}
          <Link to={to} dir="auto" className="-my-3 inline-block max-w-full py-3 wrap-anywhere">
            {next.name}
          </Link>
        </p>
      )}
    </li>
  );
}
