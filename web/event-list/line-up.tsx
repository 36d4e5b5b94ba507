import { FLOORS } from '#shared/constants.ts';
import type { EventView, LineUpView } from '#shared/events/events.contract.ts';
import { isStageNamed } from '#shared/events/timing.ts';
import { useSite } from '#web/lib/site.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { TimeText } from '#web/ui/value-text.tsx';
import { SlotSound } from './slot-sound.tsx';

/** The id on the event's page that a block of the ruler links to. */
export const actAnchor = (id: number): string => `act-${id}`;

type LineUpProps = {
  event: EventView;
  /** The event takes place and is not over, so a missing line-up may still be announced. */
  isToCome: boolean;
};

/** Who plays when, a column per stage; headline acts in bold (spec §2). */
export function LineUp({ event, isToCome }: LineUpProps) {
  const { t } = useTranslation('events');
  const stages = stagesOf(event);
  const isNamed = isStageNamed(event, useSite());
  return (
    <section aria-label={t('line_up')}>
      {stages.length === 0 && isToCome && <p className="text-muted">{t('line_up_later')}</p>}
      <div className="grid gap-x-12 gap-y-8 tablet:grid-cols-2 desktop:grid-cols-1 min-[80rem]:grid-cols-2">
        {stages.map((stage) => (
          <StageColumn key={stage.floor} stage={stage} isNamed={isNamed} />
        ))}
      </div>
    </section>
  );
}

function StageColumn({ stage: { floor, acts }, isNamed }: { stage: Stage; isNamed: boolean }) {
  const { t } = useTranslation('events');
  return (
    <div>
      {isNamed && <h2 className="type-label pb-3 text-muted">{t(`stages.${floor}`)}</h2>}
      <ol className="border-b border-hairline">
        {acts.map(({ id, startTime, artistName, isHeaderLineUp, soundUrl }) => (
          <li
            key={id}
            id={actAnchor(id)}
            className={classNames(
              'relative flex min-h-13 flex-wrap items-center gap-x-6 border-t border-hairline py-2 target:bg-surface-1',
              Boolean(soundUrl) && 'max-tablet:pe-11',
            )}
          >
            <span className="shrink-0 text-muted">
              <TimeText at={startTime} />
            </span>
            {/* Below the time where letters are so large that words would break. */}
            <bdi
              className={classNames(
                'min-w-0 grow basis-[7rem] wrap-anywhere',
                isHeaderLineUp ? 'text-[min(1.5rem,10vw)] leading-7 font-bold' : 'text-[1.25rem] leading-7',
              )}
            >
              {artistName}
            </bdi>
            {/* Wider screens play it on the ruler. */}
            <SlotSound
              name={artistName}
              soundUrl={soundUrl}
              className="tablet:hidden [&>button]:start-auto [&>button]:end-0 [&>input]:start-0 [&>input]:end-11"
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Names in a row, headliners in bold; no line break separates a name from its comma. */
export function ActNames({ acts }: { acts: readonly LineUpView[] }) {
  return acts.map(({ id, artistName, isHeaderLineUp }, place) => (
    <span key={id}>
      {place > 0 && ' '}
      <span className="inline-block max-w-full wrap-anywhere">
        <bdi className={classNames(isHeaderLineUp && 'font-bold')}>{artistName}</bdi>
        {place < acts.length - 1 && ','}
      </span>
    </span>
  ));
}

type Stage = { floor: LineUpView['floor']; acts: LineUpView[] };

const byTime = (a: LineUpView, b: LineUpView): number => Date.parse(a.startTime) - Date.parse(b.startTime) || a.id - b.id;

/** The acts of each stage by time; a stage without acts is left out. */
export function stagesOf({ lineUps }: Pick<EventView, 'lineUps'>): Stage[] {
  const stages = FLOORS.map((floor) => ({ floor, acts: lineUps.filter((act) => act.floor === floor).toSorted(byTime) }));
  return stages.filter(({ acts }) => acts.length > 0);
}

/** Headliners first, then the others from the last to the first, because later acts are better known. */
export const billing = ({ lineUps }: Pick<EventView, 'lineUps'>): LineUpView[] =>
  lineUps.toSorted((a, b) => Number(b.isHeaderLineUp) - Number(a.isHeaderLineUp) || a.floor - b.floor || byTime(b, a));
