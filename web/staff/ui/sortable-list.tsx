import type { ReactNode } from 'react';
import { GridList, GridListItem } from 'react-aria-components/GridList';
import { DragHandle, useReorder } from './reorder.tsx';

type SortableListProps<T> = {
  label: string;
  items: readonly T[];
  nameOf(item: T): string;
  onMove(from: number, to: number): void;
  children(item: T, place: number): ReactNode;
};

/** A list whose rows are dragged into another order. */
export function SortableList<T extends { id: number }>({ label, items, nameOf, onMove, children }: SortableListProps<T>) {
  const dragAndDropHooks = useReorder(
    items.map(({ id }) => id),
    onMove,
  );
  return (
    <GridList aria-label={label} keyboardNavigationBehavior="tab" dragAndDropHooks={dragAndDropHooks} className="border-t border-hairline">
      {items.map((item, place) => (
        <GridListItem
          key={item.id}
          id={item.id}
          textValue={nameOf(item)}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline bg-bg py-2 data-dragging:opacity-40 tablet:flex-nowrap"
        >
          <DragHandle />
          {children(item, place)}
        </GridListItem>
      ))}
    </GridList>
  );
}
