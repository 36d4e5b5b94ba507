import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { timeText } from '#shared/dates.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { paths } from '#shared/paths.ts';
import { isStageNamed } from '#shared/events/timing.ts';
import { useNow } from '#web/lib/now.tsx';
import { useSite } from '#web/lib/site.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { axisClass, axisColumns, type AxisHour, HourAxis } from '#web/ui/hour-axis.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { SlotSound } from '#web/event-list/slot-sound.tsx';
import { eventRuler, type RulerSlot, type RulerStage } from './ruler.ts';

type EventRulerProps = {
  event: EventView;
  /** The address a block links to. */
  linkOf(slot: RulerSlot): string;
};

/** The label of the present time is wider than an hour: hour labels this close to it are left out. */
const COLUMNS_OF_NOW = 5;

type SlotStyle = CSSProperties & { '--from': number; '--to': number };
type ProgressStyle = CSSProperties & { '--progress': string };

/** The event on one time axis, a row per stage. Narrow screens show `NowList` instead. */
export function EventRuler({ event, linkOf }: EventRulerProps) {
  const now = useNow();
  const { columns, hours, stages, progress } = eventRuler(event, now);
  const isNamed = isStageNamed(event, useSite());
  const isClear = ({ line }: AxisHour) => progress === undefined || Math.abs(line - 1 - progress * columns) > COLUMNS_OF_NOW;
  const progressStyle: ProgressStyle = { '--progress': `${((progress ?? 0) * 100).toFixed(2)}%` };
  return (
    <div style={axisColumns(columns)} className="relative hidden pt-1 tablet:block">
      <HourAxis hours={hours.filter(isClear)} columns={columns} className={isNamed ? 'ms-30' : ''} />
      <div className="border-b border-hairline">
        {stages.map((stage) => (
          <StageRow key={stage.floor} stage={stage} isNamed={isNamed} linkOf={linkOf} />
        ))}
      </div>
      {progress !== undefined && (
        <div
          aria-hidden="true"
          style={progressStyle}
          className={classNames('pointer-events-none absolute inset-y-0 end-0', isNamed ? 'start-30' : 'start-0')}
        >
          <div className="absolute inset-y-0 start-(--progress) w-0.5 -translate-x-1/2 bg-accent">
            <span className="type-small type-tabular absolute start-1/2 -translate-x-1/2 bg-accent px-1.5 font-bold text-coal">
              {timeText(now)}
            </span>
          </div>
        </div>
      )}
    </div>
  );
}

type StageProps = { stage: RulerStage; isNamed: boolean };

function StageRow({ stage: { floor, slots }, isNamed, linkOf }: StageProps & Pick<EventRulerProps, 'linkOf'>) {
  const { t } = useTranslation('events');
  const name = t(`stages.${floor}`);
  return (
    <div className="flex border-t border-hairline">
      {isNamed && <p className="type-label flex w-30 shrink-0 items-center pe-3 text-muted">{name}</p>}
      <ol className={classNames(axisClass, 'min-w-0 grow')}>
        {slots.map((slot) => (
          <Slot key={slot.id} slot={slot} stage={isNamed ? `${name}, ` : ''} to={linkOf(slot)} />
        ))}
      </ol>
    </div>
  );
}

function Slot({ slot, stage, to }: { slot: RulerSlot; stage: string; to: string }) {
  const { t } = useTranslation('events');
  const { name, startTime, endTime, isNow, isHeadline, soundUrl } = slot;
  const style: SlotStyle = { '--from': slot.from, '--to': slot.to };
  const values = { stage, from: timeText(startTime), to: timeText(endTime), name };
  return (
    <li style={style} className="relative col-start-(--from) col-end-(--to) row-start-1 min-w-0 pe-[3px]">
      <Link
        to={to}
        dir="auto"
        title={name}
        aria-label={t(isNow ? 'slot_now' : 'slot', values)}
        className={classNames(
          // The inset is a transparent border, so that the whole row can be pressed.
          'slot relative block h-13 truncate border-y-[5px] border-transparent bg-surface-2 bg-clip-padding px-3 text-[0.9375rem] leading-[2.625rem]',
          isNow ? 'slot-now font-bold text-coal' : 'hover:bg-surface-3',
          isHeadline && 'font-bold',
          Boolean(soundUrl) && 'ps-11',
        )}
      >
        {/* Above the line of the present time. */}
        <span className="relative z-10">{name}</span>
      </Link>
      <SlotSound name={name} soundUrl={soundUrl} isOnAccent={isNow} />
    </li>
  );
}

/** The ruler of a narrow screen: each stage's present and next act, linking to the event (spec §2). */
export function NowList({ event }: { event: EventView }) {
  const { stages } = eventRuler(event, useNow());
  const isNamed = isStageNamed(event, useSite());
  return (
    <ul className="border-b border-hairline tablet:hidden">
      {stages.map((stage) => (
        <StageNow key={stage.floor} stage={stage} isNamed={isNamed} to={paths.event(event.id)} />
      ))}
    </ul>
  );
}

function StageNow({ stage: { floor, slots }, isNamed, to }: StageProps & { to: string }) {
  const { t } = useTranslation('events');
  const now = useNow();
  const current = slots.find(({ isNow }) => isNow);
  const next = slots.find(({ startTime }) => Date.parse(startTime) > now.getTime());
  return (
    <li className="border-t border-hairline py-3">
      {isNamed && <p className="type-meta text-muted">{t(`stages.${floor}`)}</p>}
      {current && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
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
