import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { FLOORS, type Floor } from '#shared/constants.ts';
import { type Slot, slotsOf } from '#shared/events/timing.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { beginOfHour, eventRuler } from '#web/events/ruler.ts';
import { Tip } from '#web/staff/ui/tooltip.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { axisClass, axisColumns, HourAxis } from '#web/ui/hour-axis.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { floorsOf, useStageName } from './stage-names.ts';
import { type LineUpForm, shiftedTime, toLineUps, type TypedAct } from './use-line-up-form.ts';

type LineUpRulerProps = { event: StaffEventView; draft: LineUpForm; remove(act: TypedAct): void };
type BlockStyle = CSSProperties & { '--from': number; '--to': number; '--row': number };

/** The event on one axis with its acts, which can be dragged along it and between stages, or moved by keys. */
export function LineUpRuler({ event, draft, remove }: LineUpRulerProps) {
  const { t } = useTranslation(['common', 'staff-events']);
  const stageName = useStageName(event);
  const ruler = useRef<HTMLElement>(null);
  const followed = useFocusAfterMove();
  const lineUps = toLineUps(draft.acts, event);
  const floors = floorsOf(draft.acts, event);
  const { hours, columns } = eventRuler({ ...event, lineUps }, new Date(0));
  const begins = beginOfHour(event.startDate);
  const slots = slotsOf({ ...event, lineUps });
  const places = new Map(slots.map((slot) => [slot.id, placeOf(slot, begins, columns, rowOf(slot, slots))]));

  const change = (act: TypedAct, part: Partial<TypedAct>) => {
    // On another stage it is a new element, which must get the focus.
    if (part.floor !== undefined && part.floor !== act.floor) followed(blockId(act));
    draft.change(act.key, part);
  };
  const leave = (act: TypedAct) => {
    ruler.current?.focus();
    remove(act);
  };
  return (
    <>
      <p className="text-muted max-tablet:hidden">{t('staff-events:line_up.ruler_hint')}</p>
      <section
        ref={ruler}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label={t('staff-events:line_up.ruler')}
        className="overflow-x-auto tablet:-mt-3"
      >
        <div style={axisColumns(columns)} className="min-w-150 overflow-x-clip">
          <HourAxis hours={hours} columns={columns} className="ms-30" />
          <div className="border-b border-hairline">
            {floors.map((floor) => (
              <div key={floor} className="flex border-t border-hairline">
                <p className="type-label flex w-30 shrink-0 items-center pe-3 text-muted">{stageName(floor)}</p>
                <ol data-floor={floor} className={classNames(axisClass, 'min-h-13 min-w-0 grow')}>
                  {/* In the order of the rows below, whatever the times: an element that moves would lose the pointer and the focus. */}
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
                          floors={floors}
                          stage={stageName(floor)}
                          timeAfter={(from, minutes) => shiftedTime(from, minutes, event)}
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

/** Focuses an element that the present change renders anew. */
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

/** The duration of a column of the ruler. */
const STEP_MINUTES = 5;
const BIG_STEP_MINUTES = 30;
/** A drag this near to the edge scrolls the ruler by this distance with each move. */
const EDGE_PX = 28;
const SCROLL_PX = 12;

type BlockProps = {
  act: TypedAct;
  style: CSSProperties;
  columns: number;
  /** The stages on which it can play, from top to bottom. */
  floors: readonly Floor[];
  /** The name of its stage. */
  stage: string;
  /** The time this many minutes after an act's, within the event. */
  timeAfter(act: TypedAct, minutes: number): string;
  change(part: Partial<TypedAct>): void;
  remove(): void;
};

/** An act on the ruler: dragged by mouse or finger, moved by keys. */
function LineUpBlock({ act, style, timeAfter, change, remove, columns, floors, stage }: BlockProps) {
  const { t } = useTranslation(['common', 'staff-events']);
  const name = act.artistName.trim() || t('staff-events:line_up.nameless');
  const drag = useDrag({ act, columns, timeAfter, change });
  const move = (minutes: number) => change({ time: timeAfter(act, minutes) });
  const climb = (rows: number) => change({ floor: floors[floors.indexOf(act.floor) + rows] ?? act.floor });
  const keys: Record<string, () => void> = {
    ArrowLeft: () => move(-STEP_MINUTES),
    ArrowRight: () => move(STEP_MINUTES),
    ArrowUp: () => climb(-1),
    ArrowDown: () => climb(1),
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
  return (
    <li style={style} className="col-start-(--from) col-end-(--to) row-start-(--row) min-w-0 pe-[3px]">
      <Tip text={name}>
        <button
          type="button"
          id={blockId(act)}
          dir="auto"
          aria-label={t('staff-events:line_up.block', { stage, time: act.time, name })}
          onKeyDown={press}
          {...drag}
          className={classNames(
            'my-[5px] block h-10.5 w-full cursor-grab touch-none truncate bg-surface-2 px-3 text-start select-none hover:bg-surface-3',
            act.isHeadliner && 'font-bold',
          )}
        >
          {name}
          {act.isHeadliner && ' *'}
        </button>
      </Tip>
    </li>
  );
}

type Pull = { pointer: number; from: TypedAct; x: number };

/** Counts from the act's place when the drag began, so that no move is lost and the act stops at the ends of the event without a jump. */
function useDrag({ act, columns, timeAfter, change }: Pick<BlockProps, 'act' | 'columns' | 'timeAfter' | 'change'>) {
  const pull = useRef<Pull>(undefined);
  const end = () => {
    pull.current = undefined;
  };
  return {
    onPointerDown({ currentTarget, pointerId, clientX, button }: PointerEvent<HTMLButtonElement>) {
      if (button !== 0 || pull.current) return;
      currentTarget.setPointerCapture(pointerId);
      pull.current = { pointer: pointerId, from: act, x: clientX + scrolled(currentTarget) };
    },
    onPointerMove({ currentTarget, pointerId, clientX }: PointerEvent<HTMLButtonElement>) {
      const row = currentTarget.closest('ol');
      if (!row || pull.current?.pointer !== pointerId) return;
      takeAlong(currentTarget, clientX);
      const { from, x } = pull.current;
      const steps = Math.round((clientX + scrolled(currentTarget) - x) / (row.clientWidth / columns));
      const time = timeAfter(from, steps * STEP_MINUTES);
      if (time !== act.time) change({ time });
    },
    // The stage changes at the end of the drag: during it the element must not be replaced.
    onPointerUp({ pointerId, clientX, clientY }: PointerEvent<HTMLButtonElement>) {
      if (pull.current?.pointer !== pointerId) return;
      end();
      const under = document.elementsFromPoint(clientX, clientY).find((element) => element.matches('[data-floor]'));
      const floor = FLOORS.find((each) => String(each) === under?.getAttribute('data-floor'));
      if (floor !== undefined) change({ floor });
    },
    onPointerCancel: end,
    onLostPointerCapture: end,
  };
}

const scrolled = (block: Element): number => block.closest('section')?.scrollLeft ?? 0;

function takeAlong(block: Element, x: number): void {
  const ruler = block.closest('section');
  if (!ruler) return;
  const { left, right } = ruler.getBoundingClientRect();
  if (x > right - EDGE_PX) ruler.scrollLeft += SCROLL_PX;
  if (x < left + EDGE_PX) ruler.scrollLeft -= SCROLL_PX;
}

const blockId = ({ key }: TypedAct): string => `block-${key}`;
