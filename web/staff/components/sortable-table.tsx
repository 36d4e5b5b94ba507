import { Cell, Column as HeadCell, Row, Table, TableBody, TableHeader } from 'react-aria-components/Table';
import { DragHandle, useReorder } from '#web/staff/ui/reorder.tsx';
import { cellClass, cellData, type Column, FOR_FINGERS, headClass, rowClass } from './data-table.tsx';

type SortableTableProps<T> = {
  caption: string;
  /** Cells under the name of a column. The one with the place `name` names its row. */
  columns: readonly Column<T>[];
  rows: readonly T[];
  nameOf(row: T): string;
  onMove(from: number, to: number): void;
};

/** A table like others (data-table.tsx), whose rows are dragged into another order. */
export function SortableTable<T extends { id: number }>({ caption, columns, rows, nameOf, onMove }: SortableTableProps<T>) {
  const dragAndDropHooks = useReorder(
    rows.map(({ id }) => id),
    onMove,
  );
  return (
    <div className="rows relative overflow-x-auto">
      <Table
        aria-label={caption}

        dragAndDropHooks={dragAndDropHooks}
        className="w-full border-collapse text-start"
      >
        <TableHeader>
          {columns.map((column, index) => (
            <HeadCell key={column.key} isRowHeader={column.place === 'name'} className={headClass(columns, index)}>
              {column.title}
            </HeadCell>
          ))}
        </TableHeader>
        <TableBody className={FOR_FINGERS}>
          {rows.map((row) => (
            <Row key={row.id} id={row.id} textValue={nameOf(row)} className={`${rowClass} data-dragging:opacity-40`}>
              {columns.map((column, index) => (
                <Cell key={column.key} {...cellData(column, index)} className={cellClass(columns, index)}>
                  {index === 0 ? (
                    <span className="-ms-3 flex">
                      <DragHandle />
                      {column.cell(row)}
                    </span>
                  ) : (
                    column.cell(row)
                  )}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
