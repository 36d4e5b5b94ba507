import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { Toolbar } from 'react-aria-components/Toolbar';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** What is done with chosen rows: at once, or in a dialog that asks, does it and shows what became of each row. */
export type BulkCommand<T> = {
  name: string;
  isDanger?: boolean;
  /** The rows with which it is done; all without it. */
  fits?(row: T): boolean;
} & ({ run(rows: T[]): void } | { dialog(rows: T[], end: DialogEnd): ReactNode });

/** `finish` also ends the choice. */
export type DialogEnd = { onClose(): void; finish(): void };

export type Selection<T> = { nameOf(row: T): string; commands: readonly BulkCommand<T>[] };

type SelectionBarProps<T> = { selection: Selection<T>; rows: T[]; onAll: (() => void) | undefined; onClear(): void };

/** How many rows are chosen, and what can be done with them; on a phone above the bar at its bottom. */
export function SelectionBar<T>({ selection: { commands }, rows, onAll, onClear }: SelectionBarProps<T>) {
  const { t } = useTranslation('staff');
  const [dialog, setDialog] = useState<ReactNode>();
  const count = rows.length;
  const close = () => setDialog(undefined);
  const fitting = ({ fits }: BulkCommand<T>) => (fits ? rows.filter(fits) : rows);
  const open = (command: BulkCommand<T>) => {
    const chosen = fitting(command);
    if ('run' in command) command.run(chosen);
    else
      setDialog(
        command.dialog(chosen, {
          onClose: close,
          finish() {
            flushSync(close);
            onClear();
          },
        }),
      );
  };
  return (
    <>
      <output className="sr-only">{count > 0 && t('selection.count', { count })}</output>
      {count > 0 && (
        <Toolbar
          aria-label={t('selection.label')}
          className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 flex flex-wrap items-center gap-x-5 rounded-control border border-control bg-surface-2 px-4 py-2 desktop:bottom-4"
        >
          <span aria-hidden="true" className="type-tabular font-semibold">
            {t('selection.count', { count })}
          </span>
          {commands.map((command) => (
            <Button
              key={command.name}
              look="quiet"
              size="small"
              className={command.isDanger ? 'text-danger' : undefined}
              disabled={fitting(command).length === 0}
              onClick={() => open(command)}
            >
              {command.name}
            </Button>
          ))}
          {onAll && (
            <Button look="quiet" size="small" onClick={onAll}>
              {t('selection.all')}
            </Button>
          )}
          <Button look="quiet" size="small" className="ms-auto" onClick={onClear}>
            {t('selection.clear')}
          </Button>
        </Toolbar>
      )}
      {dialog}
    </>
  );
}
