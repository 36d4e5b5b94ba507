import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FLOORS } from '#shared/constants.ts';
import { slotsOf, type Slot } from '#shared/events/timing.ts';
import type { StaffNightView } from '#shared/staff/nights.contract.ts';
import { nightRuler } from '#web/events/ruler.ts';
import { classNames } from '#web/ui/class-names.ts';
import { axisClass, axisColumns, HourAxis } from '#web/ui/hour-axis.tsx';
import { shiftedTime, toLineUps, type TypedAct } from './typed-line-up.ts';
import type { LineUpDraft } from './use-line-up-draft.ts';

type LineUpRulerProps = { night: StaffNightView; draft: LineUpDraft; remove(act: TypedAct): void };
type BlockStyle = CSSProperties & { '--from': number; '--to': number; '--row': number };

const STEP_MINUTES = 5;
const BIG_STEP_MINUTES = 30;
const HOUR_MS = 60 * 60_000;

/** The night on one axis with its acts, which can be dragged along it and between the stages, and moved by keys (art direction §8). */
export function LineUpRuler({ night, draft, remove }: LineUpRulerProps) {
  const { t } = useTranslation(['common', 'staff-nights', 'events']);
  const lineUps = toLineUps(draft.acts, night);
  const { hours, columns } = nightRuler({ ...night, lineUps }, new Date(0));
  const begins = Math.floor(Date.parse(night.startDate) / HOUR_MS) * HOUR_MS;
  const slots = slotsOf({ ...night, lineUps });
  const move = (act: TypedAct, minutes: number) => draft.change(act.key, { time: shiftedTime(act, minutes, night) });
  return (
    <>
      <p className="text-muted">{t('staff-nights:line_up.ruler_hint')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by the keyboard */}
      <section tabIndex={0} aria-label={t('staff-nights:line_up.ruler')} className="-mt-3 overflow-x-auto">
        <div style={axisColumns(columns)} className="min-w-150">
          <HourAxis hours={hours} columns={columns} className="ms-30" />
          <div className="border-b border-hairline">
            {FLOORS.map((floor) => (
              <div key={floor} className="flex border-t border-hairline">
                <p className="type-label flex w-30 shrink-0 items-center pe-3 text-muted">{t(`events:stages.${floor}`)}</p>
                <ol data-floor={floor} className={classNames(axisClass, 'min-h-13 min-w-0 grow')}>
                  {slots
                    .filter((slot) => slot.floor === floor)
                    .map((slot, place, row) => {
                      const act = draft.acts.find(({ key }) => key === slot.id);
                      const before = row.slice(0, place).filter(({ startTime }) => startTime === slot.startTime).length;
                      return (
                        act && (
                          <Block
                            key={slot.id}
                            act={act}
                            slot={slot}
                            style={placeOf(slot, begins, columns, before)}
                            columns={columns}
                            move={(minutes) => move(act, minutes)}
                            change={(part) => draft.change(act.key, part)}
                            remove={() => remove(act)}
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

function placeOf({ startTime, endTime }: Slot, begins: number, columns: number, row: number): BlockStyle {
  const line = (time: string) => 1 + Math.min(columns, Math.max(0, Math.round((Date.parse(time) - begins) / (STEP_MINUTES * 60_000))));
  const from = Math.min(line(startTime), columns);
  return { '--from': from, '--to': Math.max(from + 1, line(endTime)), '--row': row + 1 };
}

type BlockProps = {
  act: TypedAct;
  slot: Slot;
  style: BlockStyle;
  columns: number;
  move(minutes: number): void;
  change(part: Partial<TypedAct>): void;
  remove(): void;
};

function Block({ act, style, columns, move, change, remove }: BlockProps) {
  const { t } = useTranslation(['common', 'staff-nights', 'events']);
  const drag = useRef<{ x: number; steps: number }>(undefined);
  const name = act.artistName.trim() || t('staff-nights:line_up.nameless');
  const keys: Record<string, () => void> = {
    ArrowLeft: () => move(-STEP_MINUTES),
    ArrowRight: () => move(STEP_MINUTES),
    ArrowUp: () => change({ floor: 1 }),
    ArrowDown: () => change({ floor: 2 }),
    h: () => change({ isHeadliner: !act.isHeadliner }),
    Delete: remove,
  };
  const press = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const sideways = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
    const work = shiftKey && sideways !== 0 ? () => move(sideways * BIG_STEP_MINUTES) : (keys[key] ?? keys[key.toLowerCase()]);
    if (!work) return;
    event.preventDefault();
    work();
  };
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, steps: 0 };
  };
  const pull = (event: PointerEvent<HTMLButtonElement>) => {
    const row = event.currentTarget.closest('ol');
    if (!drag.current || !row) return;
    const steps = Math.round((event.clientX - drag.current.x) / (row.clientWidth / columns));
    if (steps !== drag.current.steps) move((steps - drag.current.steps) * STEP_MINUTES);
    drag.current.steps = steps;
  };
  // The stage changes when it is let go: while it is held, the element must stay where it is.
  const drop = (event: PointerEvent<HTMLButtonElement>) => {
    drag.current = undefined;
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((element) => element.matches('[data-floor]'));
    const floor = under?.getAttribute('data-floor');
    if (floor === '1' || floor === '2') change({ floor: floor === '1' ? 1 : 2 });
  };
  return (
    <li style={style} className="col-start-(--from) col-end-(--to) row-start-(--row) min-w-0 pe-[3px]">
      <button
        type="button"
        dir="auto"
        title={name}
        aria-label={t('staff-nights:line_up.block', { stage: t(`events:stages.${act.floor}`), time: act.time, name })}
        onKeyDown={press}
        onPointerDown={begin}
        onPointerMove={pull}
        onPointerUp={drop}
        onPointerCancel={() => (drag.current = undefined)}
        className={classNames(
          'my-[5px] block h-10.5 w-full cursor-grab touch-none truncate bg-surface-2 px-3 text-start select-none hover:bg-surface-3',
          act.isHeadliner && 'font-bold',
        )}
      >
        {name}
        {act.isHeadliner && ' *'}
      </button>
    </li>
  );
}
