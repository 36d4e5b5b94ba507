import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#web/ui/class-names.ts';
import { controlId, type TypedAct } from './typed-line-up.ts';

/** What a column of the ruler is. */
export const STEP_MINUTES = 5;
const BIG_STEP_MINUTES = 30;
/** So near to its edge a pull takes the ruler along, this far with each move. */
const EDGE_PX = 28;
const SCROLL_PX = 12;

type BlockProps = {
  act: TypedAct;
  style: CSSProperties;
  columns: number;
  /** The time so many minutes after an act's, within the night. */
  timeAfter(act: TypedAct, minutes: number): string;
  change(part: Partial<TypedAct>): void;
  remove(): void;
};

/** An act on the ruler: dragged by mouse or finger, moved by keys. */
export function LineUpBlock({ act, style, timeAfter, change, remove, columns }: BlockProps) {
  const { t } = useTranslation(['common', 'staff-nights', 'events']);
  const name = act.artistName.trim() || t('staff-nights:line_up.nameless');
  const drag = useDrag({ act, columns, timeAfter, change });
  const move = (minutes: number) => change({ time: timeAfter(act, minutes) });
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
  return (
    <li style={style} className="col-start-(--from) col-end-(--to) row-start-(--row) min-w-0 pe-[3px]">
      <button
        type="button"
        id={controlId('block', act.key)}
        dir="auto"
        title={name}
        aria-label={t('staff-nights:line_up.block', { stage: t(`events:stages.${act.floor}`), time: act.time, name })}
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
    </li>
  );
}

type Pull = { pointer: number; from: TypedAct; x: number };

/** Counts from where the act stood when it was taken, so that no move is lost and the ends of the night hold it without a jump. */
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
    // The stage changes when it is let go: while it is held, the element must stay where it is.
    onPointerUp({ pointerId, clientX, clientY }: PointerEvent<HTMLButtonElement>) {
      if (pull.current?.pointer !== pointerId) return;
      end();
      const under = document.elementsFromPoint(clientX, clientY).find((element) => element.matches('[data-floor]'));
      const floor = under?.getAttribute('data-floor');
      if (floor === '1' || floor === '2') change({ floor: floor === '1' ? 1 : 2 });
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
