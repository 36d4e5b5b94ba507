import { type PointerEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';

type Drag = { pointer: number; y: number; from: number; to: number; list: Element; rows: HTMLElement[] };

/** A drag this near to the edge of the screen scrolls the page by this distance with each move. */
const EDGE_PX = 40;
const SCROLL_PX = 16;

/**
 * Reorders the rows of a table or list by dragging a row's handle with a mouse or a finger; returns the handle's event handlers. The
 * keyboard needs another control. The drag ends if the list changes, because its places are then different.
 */
export function useRowDrag(onMove: (from: number, to: number) => void) {
  const drag = useRef<Drag>(undefined);
  const moved = useEffectEvent(onMove);
  const end = (isDropped: boolean) => {
    const ended = drag.current;
    drag.current = undefined;
    for (const row of ended?.rows ?? []) row.style.translate = '';
    if (isDropped && ended && ended.to !== ended.from) moved(ended.from, ended.to);
  };
  const endOf = (pointer: number, isDropped: boolean) => {
    if (drag.current?.pointer === pointer) end(isDropped);
  };
  useLayoutEffect(() => {
    if (drag.current && !isAsBefore(drag.current)) end(false);
  });
  return {
    onPointerDown({ currentTarget, pointerId, clientY, button }: PointerEvent<HTMLElement>) {
      const row = currentTarget.closest<HTMLElement>('tr, li');
      const list = row?.parentElement;
      if (!list || button !== 0 || drag.current) return;
      currentTarget.setPointerCapture(pointerId);
      const rows = [...list.children].filter((child) => child instanceof HTMLElement);
      const from = rows.indexOf(row);
      drag.current = { pointer: pointerId, y: clientY + scrollY, from, to: from, list, rows };
    },
    onPointerMove({ pointerId, clientY }: PointerEvent<HTMLElement>) {
      if (drag.current?.pointer !== pointerId) return;
      if (clientY < EDGE_PX) scrollBy(0, -SCROLL_PX);
      if (clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX);
      drag.current.to = follow(drag.current, clientY + scrollY - drag.current.y);
    },
    onPointerUp: ({ pointerId }: PointerEvent) => endOf(pointerId, true),
    onPointerCancel: ({ pointerId }: PointerEvent) => endOf(pointerId, false),
    onLostPointerCapture: ({ pointerId }: PointerEvent) => endOf(pointerId, false),
  };
}

const isAsBefore = ({ list, rows }: Drag): boolean =>
  list.isConnected && list.children.length === rows.length && rows.every((row, place) => row === list.children[place]);

/** Moves the row with the pointer within the list, and the rows it passes into its place. Returns its new index. */
function follow({ rows, from }: Drag, distance: number): number {
  const [row, first, last] = [rows[from], rows[0], rows.at(-1)];
  if (!row || !first || !last) return from;
  // Layout offsets, which `translate` does not change.
  const above = first.offsetTop - row.offsetTop;
  const below = last.offsetTop + last.offsetHeight - row.offsetTop - row.offsetHeight;
  const way = Math.min(Math.max(distance, above), below);
  const middle = row.offsetTop + way + row.offsetHeight / 2;
  const isPassed = (other: HTMLElement, index: number) =>
    way < 0 ? index < from && middle < other.offsetTop + other.offsetHeight : index > from && middle > other.offsetTop;
  const passed = rows.filter(isPassed);
  for (const other of rows) other.style.translate = passed.includes(other) ? `0 ${-Math.sign(way) * row.offsetHeight}px` : '';
  row.style.translate = `0 ${way}px`;
  return from + Math.sign(way) * passed.length;
}
