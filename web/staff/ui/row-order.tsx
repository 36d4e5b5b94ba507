import GripVertical from 'lucide-react/icons/grip-vertical';
import { type ReactNode, useId, useRef } from 'react';
import { isTextDropItem, useDrop } from 'react-aria-components/useDrop';
import { useDrag } from 'react-aria-components/useDrag';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** The order of the rows of one list: each row has a handle and takes what is dropped on it. */
export type RowOrder = { kind: string; onMove(from: number, to: number): void };

export function useRowOrder(onMove: RowOrder['onMove']): RowOrder {
  return { kind: `application/x-${useId()}`, onMove };
}

/** By mouse, by a finger that rests on it, or with the keyboard: Enter takes the row, Tab leads to the others, Enter drops it. */
export function DragHandle({ order: { kind }, place, name }: { order: RowOrder; place: number; name: string }) {
  const { t } = useTranslation('staff');
  const { dragProps, isDragging } = useDrag({
    getItems: () => [{ [kind]: String(place), 'text/plain': name }],
    getAllowedDropOperations: () => ['move'],
  });
  return (
    <span
      {...dragProps}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Firefox drags no button
      role="button"
      tabIndex={0}
      aria-label={t('drag', { name })}
      className={classNames('grid size-11 shrink-0 cursor-grab place-items-center text-muted select-none', isDragging && 'opacity-40')}
    >
      <GripVertical size={16} />
    </span>
  );
}

type OrderedRowProps = { as: 'tr' | 'li'; order: RowOrder; place: number; className: string; children: ReactNode };

/** A row that takes the place of the one on which it is dropped. */
export function OrderedRow({ as: Row, order: { kind, onMove }, place, className, ...row }: OrderedRowProps) {
  const ref = useRef<HTMLTableRowElement & HTMLLIElement>(null);
  const { dropProps, isDropTarget } = useDrop({
    ref,
    getDropOperation: (types) => (types.has(kind) ? 'move' : 'cancel'),
    async onDrop({ items: [item] }) {
      if (!item || !isTextDropItem(item)) return;
      const from = Number(await item.getText(kind));
      if (from !== place) onMove(from, place);
    },
  });
  return (
    <Row
      {...row}
      {...dropProps}
      ref={ref}
      role={Row === 'tr' ? 'row' : undefined}
      tabIndex={-1}
      className={classNames(className, isDropTarget && 'outline-2 -outline-offset-2 outline-accent')}
    />
  );
}
