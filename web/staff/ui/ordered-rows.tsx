import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { DropIndicator, useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import { useTranslation } from '#web/ui/translation.tsx';

type OrderedRowsProps<T> = {
  label: string;
  rows: readonly T[];
  nameOf(row: T): string;
  /** `to`: the new place, from 0. */
  onMove(row: T, to: number): void;
  children(row: T): ReactNode;
};

/** Rows whose order is changed by dragging them, by Enter on their handle and the arrow keys, or by their arrows. */
export function OrderedRows<T extends { id: number }>({ label, rows, nameOf, onMove, children }: OrderedRowsProps<T>) {
  const { t } = useTranslation('staff');
  const [announcement, setAnnouncement] = useState('');
  const moveTo = (row: T, to: number) => {
    if (to === rows.indexOf(row) || !rows[to]) return;
    setAnnouncement(t('order.moved', { name: nameOf(row), place: to + 1, total: rows.length }));
    onMove(row, to);
  };
  const placeOf = (id: unknown) => rows.findIndex((row) => row.id === id);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (ids) => [...ids].map((id) => ({ 'text/plain': String(id) })),
    getAllowedDropOperations: () => ['move'],
    onReorder({ keys, target }) {
      const [from = -1] = [...keys].map(placeOf);
      const at = placeOf(target.key);
      const before = at + (target.dropPosition === 'after' ? 1 : 0);
      const row = rows[from];
      // The list may have changed during the drag.
      if (row && at >= 0) moveTo(row, before > from ? before - 1 : before);
    },
    renderDropIndicator: (target) => <DropIndicator target={target} className="-my-px h-0.5 outline-none data-drop-target:bg-accent" />,
  });
  const { idOf, keepFocus } = useArrowFocus(rows);
  const arrow = (row: T, place: number, by: -1 | 1) => {
    const isEnd = !rows[place + by];
    return (
      <button
        type="button"
        id={idOf(row, by)}
        aria-label={t(by < 0 ? 'order.up' : 'order.down', { name: nameOf(row) })}
        aria-disabled={isEnd || undefined}
        onClick={() => {
          if (isEnd) return;
          keepFocus(row, by);
          moveTo(row, place + by);
        }}
        className="grid size-11 place-items-center aria-disabled:text-faint"
      >
        {by < 0 ? <ArrowUp size={16} /> : <ArrowDown size={16} />}
      </button>
    );
  };
  return (
    <>
      <output className="sr-only">{announcement}</output>
      <GridList
        aria-label={label}
        keyboardNavigationBehavior="tab"
        dragAndDropHooks={dragAndDropHooks}
        className="border-t border-hairline outline-none"
      >
        {rows.map((row, place) => (
          <GridListItem
            key={row.id}
            id={row.id}
            textValue={nameOf(row)}
            className="flex cursor-grab flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline py-2 outline-none data-dragging:opacity-40 data-focus-visible:outline-3 data-focus-visible:-outline-offset-3 data-focus-visible:outline-(--ring) tablet:flex-nowrap"
          >
            {/* A pointer drags the row itself. */}
            <span className="-ms-3 flex shrink-0">
              <Button slot="drag" className="grid size-11 place-items-center text-muted">
                <GripVertical size={16} />
              </Button>
              {arrow(row, place, -1)}
              {arrow(row, place, 1)}
            </span>
            <span className="type-tabular w-6 shrink-0 text-end text-muted">{place + 1}</span>
            {children(row)}
          </GridListItem>
        ))}
      </GridList>
    </>
  );
}

/** A row that moves loses the focus; it is given back to the arrow that was pressed. */
function useArrowFocus<T extends { id: number }>(rows: readonly T[]) {
  const list = useId();
  const pressed = useRef<string>(undefined);
  const shown = useRef<string>(undefined);
  const order = rows.map(({ id }) => id).join();
  useEffect(() => {
    if (shown.current === order) return;
    shown.current = order;
    if (pressed.current !== undefined) document.getElementById(pressed.current)?.focus();
    pressed.current = undefined;
  }, [order]);
  const idOf = ({ id }: T, by: -1 | 1): string => `${list}-${id}-${by < 0 ? 'up' : 'down'}`;
  return {
    idOf,
    keepFocus(row: T, by: -1 | 1): void {
      pressed.current = idOf(row, by);
    },
  };
}
