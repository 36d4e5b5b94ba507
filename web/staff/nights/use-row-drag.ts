import { useEffectEvent, useRef, type PointerEvent } from 'react';

type Pull = { pointer: number; y: number; from: number; to: number; rows: HTMLTableRowElement[] };

/**
 * Reorders the rows of a table by dragging, with a mouse or a finger on the handle of a row. Returns the event handlers of the handle.
 * Keyboards need another control.
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

/** Moves the row with the pointer within the table, and the rows it passes into its place. Returns the index it would get. */
function follow({ rows, from }: Pull, distance: number): number {
  const [row, first, last] = [rows[from], rows[0], rows.at(-1)];
  if (!row || !first || !last) return from;
  // Offsets of the layout, which `translate` does not change.
  const above = first.offsetTop - row.offsetTop;
  const below = last.offsetTop + last.offsetHeight - row.offsetTop - row.offsetHeight;
  const way = Math.min(Math.max(distance, above), below);
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
