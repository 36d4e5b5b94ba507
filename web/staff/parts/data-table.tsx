import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';

export type Column<T> = {
  key: string;
  title: string;
  /** Figures stand at the end of their column, in figures of one width. */
  isNumber?: boolean;
  cell(row: T): ReactNode;
};

type DataTableProps<T> = { caption: string; columns: readonly Column<T>[]; rows: readonly T[]; keyOf(row: T): string | number };

/** Rows of 36 px between hairlines under a head that stays; on a phone it scrolls to the side in a region the keyboard can reach. */
export function DataTable<T>({ caption, columns, rows, keyOf }: DataTableProps<T>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by the keyboard
    <section aria-label={caption} tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full border-collapse text-start">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, title, isNumber }) => (
              <th
                key={key}
                scope="col"
                className={classNames(
                  'sticky top-0 h-9 border-b border-quiet bg-bg pe-4 font-normal whitespace-nowrap text-muted',
                  isNumber ? 'text-end' : 'text-start',
                )}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="focus-within:bg-surface-2 hover:bg-surface-1">
              {columns.map(({ key, isNumber, cell }) => (
                <td key={key} className={classNames('h-9 border-b border-hairline py-1 pe-4', isNumber && 'type-tabular text-end')}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
