import { useEffectEvent, useRef, type PointerEvent } from 'react';

type Pull = { pointer: number; y: number; from: number; to: number; rows: HTMLTableRowElement[] };

/**
 * Rows of a table that are put into another order by hand: mouse or finger at the handle of a row, whose neighbours make way. Answers what
 * the handle listens to. For the keyboard there must be another way.
 */
export function useRowDrag(onMove: (from: number, to: number) => void) {
  const pull = useRef<Pull>(undefined);
  const moved = useEffectEvent(onMove);
  const end = (isDropped: boolean) => {
    const ended = pull.current;
    pull.current = undefined;
    for (const row of ended?.rows ?? []) row.style.translate = '';
    if (isDropped && ended && ended.to !== ended.from) moved(ended.from, ended.to);
  };
  return {
    onPointerDown({ currentTarget, pointerId, clientY, button }: PointerEvent<HTMLElement>) {
      const row = currentTarget.closest('tr');
      if (!row || button !== 0 || pull.current) return;
      currentTarget.setPointerCapture(pointerId);
      const rows = [...(row.closest('tbody')?.rows ?? [])];
      const from = rows.indexOf(row);
      pull.current = { pointer: pointerId, y: clientY, from, to: from, rows };
    },
    onPointerMove({ pointerId, clientY }: PointerEvent<HTMLElement>) {
      if (pull.current?.pointer !== pointerId) return;
      pull.current.to = follow(pull.current, clientY - pull.current.y);
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
    onLostPointerCapture: () => end(false),
  };
}

/** The row goes with the hand as far as the table reaches; those it passes take its place. Answers where it would stand. */
function follow({ rows, from }: Pull, wish: number): number {
  const [row, first, last] = [rows[from], rows[0], rows.at(-1)];
  if (!row || !first || !last) return from;
  // What the layout says, which knows nothing of what is moved here.
  const above = first.offsetTop - row.offsetTop;
  const below = last.offsetTop + last.offsetHeight - row.offsetTop - row.offsetHeight;
  const way = Math.min(Math.max(wish, above), below);
  const middle = row.offsetTop + way + row.offsetHeight / 2;
  const passes = (other: HTMLElement) => (way < 0 ? middle < other.offsetTop + other.offsetHeight : middle > other.offsetTop);
  let to = from;
  for (const [index, other] of rows.entries()) {
    const isBetween = way < 0 ? index < from : index > from;
    const isPassed = isBetween && passes(other);
    if (other !== row) other.style.translate = isPassed ? `0 ${-Math.sign(way) * row.offsetHeight}px` : '';
    if (isPassed) to = way < 0 ? Math.min(to, index) : index;
  }
  row.style.translate = `0 ${way}px`;
  return to;
}
