import { useTranslation } from 'react-i18next';
import type { EventView } from '#shared/events/event.views.ts';
import { classNames } from '#web/ui/class-names.ts';
import { TimeText } from '#web/ui/date-text.tsx';
import { stagesOf, type Stage } from './acts.tsx';

/** Where a block of the ruler leads on the event's own page. */
export const actAnchor = (id: number): string => `act-${id}`;

type LineUpProps = {
  event: EventView;
  /** The night takes place and is not over: a line-up that is missing can still come. */
  isToCome: boolean;
};

/** Who plays when, a column per stage; headline acts in bold (spec §2). */
export function LineUp({ event, isToCome }: LineUpProps) {
  const { t } = useTranslation('events');
  const stages = stagesOf(event);
  return (
    <section aria-label={t('line_up')}>
      {stages.length === 0 && isToCome && <p className="text-muted">{t('line_up_later')}</p>}
      <div className="grid gap-x-12 gap-y-8 tablet:grid-cols-2 desktop:grid-cols-1 min-[80rem]:grid-cols-2">
        {stages.map((stage) => (
          <StageColumn key={stage.floor} stage={stage} />
        ))}
      </div>
    </section>
  );
}

function StageColumn({ stage: { floor, acts } }: { stage: Stage }) {
  const { t } = useTranslation('events');
  return (
    <div>
      <h2 className="type-label pb-3 text-muted">{t(`stages.${floor}`)}</h2>
      <ol className="border-b border-hairline">
        {acts.map(({ id, startTime, artistName, isHeaderLineUp }) => (
          <li key={id} id={actAnchor(id)} className="flex min-h-13 items-center gap-6 border-t border-hairline py-2 target:bg-surface-1">
            <span className="shrink-0 text-muted">
              <TimeText at={startTime} />
            </span>
            <bdi
              className={classNames(
                'min-w-0 wrap-anywhere',
                isHeaderLineUp ? 'text-[1.5rem] leading-7 font-bold' : 'text-[1.25rem] leading-7',
              )}
            >
              {artistName}
            </bdi>
          </li>
        ))}
      </ol>
    </div>
  );
}
