import { useEffect, useRef, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { FLOORS } from '#shared/constants.ts';
import { slotsOf, type Slot } from '#shared/events/timing.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { nightRuler } from '#web/events/ruler.ts';
import { classNames } from '#web/ui/class-names.ts';
import { axisClass, axisColumns, HourAxis } from '#web/ui/hour-axis.tsx';
import { LineUpBlock, STEP_MINUTES } from './line-up-block.tsx';
import { controlId, shiftedTime, toLineUps, type TypedAct } from './typed-line-up.ts';
import type { LineUpDraft } from './use-line-up-draft.ts';

type LineUpRulerProps = { night: StaffNightView; draft: LineUpDraft; remove(act: TypedAct): void };
type BlockStyle = CSSProperties & { '--from': number; '--to': number; '--row': number };

const HOUR_MS = 60 * 60_000;

/** The night on one axis with its acts, which can be dragged along it and between the stages, and moved by keys (art direction §8). */
export function LineUpRuler({ night, draft, remove }: LineUpRulerProps) {
  const { t } = useTranslation(['common', 'staff-nights', 'events']);
  const ruler = useRef<HTMLElement>(null);
  const followed = useFocusAfterMove();
  const lineUps = toLineUps(draft.acts, night);
  const { hours, columns } = nightRuler({ ...night, lineUps }, new Date(0));
  const begins = Math.floor(Date.parse(night.startDate) / HOUR_MS) * HOUR_MS;
  const slots = slotsOf({ ...night, lineUps });
  const places = new Map(slots.map((slot) => [slot.id, placeOf(slot, begins, columns, rowOf(slot, slots))]));

  const change = (act: TypedAct, part: Partial<TypedAct>) => {
    // On the other stage it is another element, and whoever moved it wants to go on.
    if (part.floor !== undefined && part.floor !== act.floor) followed(controlId('block', act.key));
    draft.change(act.key, part);
  };
  const leave = (act: TypedAct) => {
    ruler.current?.focus();
    remove(act);
  };
  return (
    <>
      <p className="text-muted">{t('staff-nights:line_up.ruler_hint')}</p>
      <section
        ref={ruler}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label={t('staff-nights:line_up.ruler')}
        className="-mt-3 overflow-x-auto"
      >
        <div style={axisColumns(columns)} className="min-w-150 overflow-x-clip">
          <HourAxis hours={hours} columns={columns} className="ms-30" />
          <div className="border-b border-hairline">
            {FLOORS.map((floor) => (
              <div key={floor} className="flex border-t border-hairline">
                <p className="type-label flex w-30 shrink-0 items-center pe-3 text-muted">{t(`events:stages.${floor}`)}</p>
                <ol data-floor={floor} className={classNames(axisClass, 'min-h-13 min-w-0 grow')}>
                  {/* In the order of the rows below, whatever the times are: an element that moves would lose the hand and the focus. */}
                  {draft.acts.map((act) => {
                    const style = places.get(act.key);
                    return (
                      style &&
                      act.floor === floor && (
                        <LineUpBlock
                          key={act.key}
                          act={act}
                          style={style}
                          columns={columns}
                          timeAfter={(from, minutes) => shiftedTime(from, minutes, night)}
                          change={(part) => change(act, part)}
                          remove={() => leave(act)}
                        />
                      )
                    );
                  })}
                </ol>
              </div>
            ))}
          </div>
        </div>
      </section>
    </>
  );
}

/** Acts that start at the same time are shown below each other. */
const rowOf = ({ id, floor, startTime }: Slot, slots: readonly Slot[]): number =>
  slots.filter((slot) => slot.floor === floor && slot.startTime === startTime).findIndex((slot) => slot.id === id);

function placeOf({ startTime, endTime }: Slot, begins: number, columns: number, row: number): BlockStyle {
  const line = (time: string) => 1 + Math.min(columns, Math.max(0, Math.round((Date.parse(time) - begins) / (STEP_MINUTES * 60_000))));
  const from = Math.min(line(startTime), columns);
  return { '--from': from, '--to': Math.max(from + 1, line(endTime)), '--row': row + 1 };
}

/** Gives the focus to an element that is drawn anew by the change at hand. */
function useFocusAfterMove(): (id: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current !== undefined) document.querySelector<HTMLElement>(`#${wanted.current}`)?.focus();
    wanted.current = undefined;
  });
  return (id) => {
    wanted.current = id;
  };
}
