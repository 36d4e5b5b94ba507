import GripVertical from 'lucide-react/icons/grip-vertical';
import { Button } from 'react-aria-components/Button';
import { DropIndicator, type DragAndDropHooks, useDragAndDrop } from 'react-aria-components/useDragAndDrop';

/** Rows that are dragged to another place: by a mouse, by a finger that rests on them, or by the keyboard on their handle. */
export function useReorder(ids: readonly number[], onMove: (from: number, to: number) => void): DragAndDropHooks {
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder({ keys: [key], target }) {
      const from = ids.findIndex((id) => id === key);
      const beside = ids.findIndex((id) => id === target.key);
      if (from === -1 || beside === -1) return;
      const before = target.dropPosition === 'after' ? beside + 1 : beside;
      const to = before > from ? before - 1 : before;
      if (to !== from) onMove(from, to);
    },
    renderDropIndicator: (target) => (
      <DropIndicator target={target} className="data-drop-target:outline-2 data-drop-target:outline-accent" />
    ),
  });
  return dragAndDropHooks;
}

/** The library names it, "Drag Early", and lets the pointer take the whole row. */
export function DragHandle() {
  return (
    <Button slot="drag" className="grid size-11 shrink-0 cursor-grab place-items-center text-muted">
      <GripVertical size={16} />
    </Button>
  );
}
