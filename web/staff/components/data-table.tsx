// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- Safari forgets the roles of a table that is laid out as rows
import {
  createSortedRowModel,
  rowSelectionFeature,
  type RowSelectionState,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { dateText, venueDay, venueTime } from '#shared/dates.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useNow } from '#web/lib/now.tsx';
import { useLanguage } from '#web/lib/use-language.ts';
import type { Pages } from '#web/staff/staff-api.ts';
import { TickBox } from '#web/staff/ui/choices.tsx';
import { ChoiceChip } from '#web/staff/ui/chips.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { TimeText } from '#web/ui/value-text.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useFilters } from './filters.tsx';
import { type Selection, SelectionBar } from './selection.tsx';

/**
 * The place of a cell in a narrow row of two lines (rows.css): number, name and state in the first, details and figure in the second, and
 * below them what needs the whole width. `wide`: only in wide tables.
 */
type Place = 'number' | 'name' | 'state' | 'detail' | 'figure' | 'line' | 'wide';

export type Column<T> = {
  key: string;
  title: string;
  /** Numbers are aligned to the end of their column, with tabular figures. */
  isNumber?: boolean;
  /** The first column is the name and all others are details, unless another place is given. */
  place?: Place;
  /** Whether a narrow row writes the title before the cell: numbers need it, unless their text says what they count. */
  isTitled?: boolean;
  cell(row: T): ReactNode;
  /** What the rows are sorted by; a column without it isn't sorted. Only for rows that are all here. */
  sortBy?(row: T): string | number;
  /** Its sum, in a row below all others. */
  sum?(rows: readonly T[]): ReactNode;
};

type TableProps<T> = {
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf(row: T): string | number;
  selection?: Selection<T> | undefined;
};

/** The name of a table: a caption that is only read out, or the id of a visible heading. */
type Named = { caption: string; labelledBy?: undefined } | { caption?: undefined; labelledBy: string };

type DataTableProps<T> = TableProps<T> & Named;

const features = tableFeatures({ rowSelectionFeature, rowSortingFeature, sortedRowModel: createSortedRowModel() });

/** The library takes objects only. */
type Held<T> = { row: T };

/** Rows of 36 px between hairlines; in a narrow place rows of two lines (rows.css), with links for a finger. */
export function DataTable<T>({ caption, labelledBy, columns, rows, keyOf, selection }: DataTableProps<T>) {
  const { t } = useTranslation('staff');
  const [sorting, sort] = useSorting(columns);
  const region = useRef<HTMLElement>(null);
  const [rowSelection, select] = useState<RowSelectionState>({});
  const table = useTable<typeof features, Held<T>>({
    features,
    columns: columns.map(({ key, isNumber = false, sortBy }) => ({
      id: key,
      accessorFn: ({ row }) => sortBy?.(row),
      enableSorting: sortBy !== undefined,
      sortDescFirst: isNumber,
      sortFn: (one, other) => compare(one.getValue(key), other.getValue(key)),
    })),
    data: useMemo(() => rows.map((row) => ({ row })), [rows]),
    getRowId: ({ row }) => String(keyOf(row)),
    enableMultiSort: false,
    state: { sorting, rowSelection },
    onSortingChange: (next) => sort(typeof next === 'function' ? next(sorting) : next),
    onRowSelectionChange: select,
  });
  const sortable = columns.filter(({ sortBy }) => sortBy);
  const hasSums = columns.some(({ sum }) => sum);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by the keyboard */}
      <section ref={region} aria-label={caption} aria-labelledby={labelledBy} tabIndex={0} className="rows relative overflow-x-auto">
        {sortable.length > 0 && (
          <div className="pb-2 @min-[58rem]:hidden">
            <ChoiceChip
              label={t('sort')}
              choices={sortable.map(({ key, title }) => ({ value: key, text: title }))}
              value={sorting[0]?.id ?? ''}
              onChange={(key) => sort(key === '' ? [] : [{ id: key, desc: table.getColumn(key)?.getFirstSortDir() === 'desc' }])}
            />
          </div>
        )}
        <table role="table" aria-labelledby={labelledBy} className="w-full border-collapse text-start">
          {caption !== undefined && <caption className="sr-only">{caption}</caption>}
          <thead role="rowgroup">
            <tr role="row">
              {selection && (
                <th role="columnheader" scope="col" className="h-9 w-9 border-b border-quiet text-start">
                  {/* In a narrow place the bar of the selection has it. */}
                  <span className="sr-only @min-[58rem]:hidden">{t('selection.all')}</span>
                  <div className="@max-[58rem]:hidden">
                    <TickBox
                      label={t('selection.all')}
                      isTicked={table.getIsAllRowsSelected()}
                      isMixed={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                      onChange={(isTicked) => table.toggleAllRowsSelected(isTicked)}
                    />
                  </div>
                </th>
              )}
              {columns.map(({ key, title, isNumber }, index) => {
                const column = table.getColumn(key);
                return (
                  <th
                    key={key}
                    role="columnheader"
                    scope="col"
                    aria-sort={column?.getCanSort() ? ARIA_SORT[column.getIsSorted() || 'none'] : undefined}
                    className={classNames(
                      'h-9 border-b border-quiet align-bottom font-normal text-muted',
                      gapAfter(columns, index),
                      isNumber ? 'text-end' : 'text-start',
                    )}
                  >
                    {column?.getCanSort() && (
                      <button
                        type="button"
                        className="group min-h-9 hover:text-text @max-[58rem]:hidden"
                        onClick={() => column.toggleSorting()}
                      >
                        <SortArrow direction={column.getIsSorted()} isBefore={isNumber} />
                        {title}
                      </button>
                    )}
                    <span className={column?.getCanSort() ? '@min-[58rem]:hidden' : undefined}>{title}</span>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody role="rowgroup" className={FOR_FINGERS}>
            {table.getRowModel().rows.map((held) => {
              const { row } = held.original;
              return (
                <tr
                  key={held.id}
                  role="row"
                  className={classNames('focus-within:bg-surface-2 hover:bg-surface-1', held.getIsSelected() && 'bg-surface-2')}
                >
                  {selection && (
                    <td role="cell" data-place="tick" className="h-9 border-b border-hairline py-1">
                      <TickBox
                        label={t('selection.one', { name: selection.nameOf(row) })}
                        isTicked={held.getIsSelected()}
                        onChange={(isTicked) => held.toggleSelected(isTicked)}
                      />
                    </td>
                  )}
                  {columns.map(({ key, title, isNumber = false, cell, place, isTitled = isNumber }, index) => (
                    <td
                      key={key}
                      role="cell"
                      data-place={place ?? (index === 0 ? 'name' : 'detail')}
                      data-title={isTitled ? title : undefined}
                      className={classNames(
                        'h-9 border-b border-hairline py-1',
                        gapAfter(columns, index),
                        isNumber && 'type-tabular text-end',
                      )}
                    >
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
          {hasSums && (
            <tfoot role="rowgroup">
              <tr role="row" className="font-semibold">
                {columns.map(({ key, title, isNumber = false, sum, place, isTitled = isNumber }, index) => (
                  <td
                    key={key}
                    role="cell"
                    data-place={place ?? (index === 0 ? 'name' : 'detail')}
                    data-title={isTitled && sum ? title : undefined}
                    className={classNames('h-9 py-1', gapAfter(columns, index), isNumber && 'type-tabular text-end')}
                  >
                    {sum ? sum(rows) : index === 0 && t('total')}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      {selection && (
        <SelectionBar
          selection={selection}
          rows={table.getSelectedRowModel().rows.map(({ original }) => original.row)}
          onAll={table.getIsAllRowsSelected() ? undefined : () => table.toggleAllRowsSelected(true)}
          onClear={() => {
            flushSync(() => select({}));
            // The bar that had the focus is gone.
            region.current?.focus();
          }}
        />
      )}
    </>
  );
}

/** The order of the rows is in the address: `?sort=sold`, and `?sort=-sold` from the largest. */
function useSorting<T>(columns: readonly Column<T>[]): [sorting: SortingState, sort: (sorting: SortingState) => void] {
  const { valueOf, change } = useFilters();
  const written = valueOf('sort');
  const id = written.replace(/^-/, '');
  const isKnown = columns.some(({ key, sortBy }) => key === id && sortBy !== undefined);
  const sort = ([by]: SortingState) => change({ sort: by ? `${by.desc ? '-' : ''}${by.id}` : '' });
  return [isKnown ? [{ id, desc: written.startsWith('-') }] : [], sort];
}

const compare = (one: unknown, other: unknown): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other));

const ARIA_SORT = { asc: 'ascending', desc: 'descending', none: 'none' } as const;

function SortArrow({ direction, isBefore }: { direction: false | 'asc' | 'desc'; isBefore: boolean | undefined }) {
  const Icon = direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <Icon
      size={14}
      className={classNames(
        'inline-block align-[-2px]',
        isBefore ? 'me-1' : 'float-end mt-1 ms-1',
        !direction && 'invisible group-hover:visible',
      )}
    />
  );
}

/** A number at the end of its column needs a wider gap before the text of the next one. */
const gapAfter = (columns: readonly { isNumber?: boolean }[], index: number): string =>
  index === columns.length - 1 ? '' : columns[index]?.isNumber && !columns[index + 1]?.isNumber ? 'pe-8' : 'pe-4';

/** A table below its heading; `empty`: what is said instead of a table without rows. */
export function TitledTable<T>({ title, empty, ...table }: TableProps<T> & { title: string; empty?: string }) {
  const id = useId();
  return (
    <div>
      <h2 id={id} className="mb-2 text-[1.25rem] leading-7 font-bold">
        {title}
      </h2>
      {table.rows.length === 0 && empty !== undefined ? <p className="text-muted">{empty}</p> : <DataTable labelledBy={id} {...table} />}
    </div>
  );
}

const FOR_FINGERS =
  'max-desktop:[&_.link]:inline-flex max-desktop:[&_.link]:min-h-11 max-desktop:[&_.link]:min-w-11 max-desktop:[&_.link]:items-center max-desktop:[&_.link]:-my-1';

type PagedTableProps<T> = {
  caption: string;
  columns: readonly Column<T>[];
  pages: Pages<T>;
  keyOf(row: T): string | number;
  empty: ReactNode;
  selection?: Selection<T> | undefined;
  /** Given while filters are set: an empty table offers to clear them. */
  onClear?: (() => void) | undefined;
};

/** A table that is loaded page by page, with its loading, empty and failed states. */
export function PagedTable<T>({ caption, columns, pages, keyOf, empty, selection, onClear }: PagedTableProps<T>) {
  const { t } = useTranslation(['common', 'staff', 'errors']);
  const isBusy = pages.isFetching;
  const box = useRef<HTMLDivElement>(null);
  const clear = () => {
    onClear?.();
    // The button disappears with the filters.
    box.current?.focus();
  };
  return (
    <div ref={box} tabIndex={-1} aria-busy={isBusy || undefined} className="flex flex-col gap-4">
      {isBusy && pages.items.length === 0 && <Skeleton className="h-72 w-full" />}
      {/* What was chosen is forgotten with the filters in which it was chosen. */}
      {pages.items.length > 0 && (
        <DataTable key={pages.key} caption={caption} columns={columns} rows={pages.items} keyOf={keyOf} selection={selection} />
      )}
      {!isBusy && pages.error !== null && <ErrorState message={errorText(pages.error, t)} onRetry={pages.reload} />}
      {!isBusy &&
        pages.error === null &&
        pages.items.length === 0 &&
        (onClear ? <NothingFits onClear={clear} /> : <div className="py-6 text-muted">{empty}</div>)}
      {(pages.hasMore || (isBusy && pages.items.length > 0)) && (
        <div>
          <Button look="secondary" size="small" isPending={isBusy} pendingLabel={t('loading')} onClick={pages.more}>
            {t('staff:more')}
          </Button>
        </div>
      )}
    </div>
  );
}

function NothingFits({ onClear }: { onClear(): void }) {
  const { t } = useTranslation('staff');
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 py-6">
      <p className="text-muted">{t('no_match')}</p>
      <Button look="secondary" size="small" onClick={onClear}>
        {t('clear_filters')}
      </Button>
    </div>
  );
}

type Fact = readonly [name: string, value: ReactNode];

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="mt-3 grid gap-x-4 gap-y-2 border-y border-hairline py-4 min-[24rem]:grid-cols-[fit-content(40%)_minmax(0,1fr)] phone:gap-x-7">
      {facts.map(([name, value]) => (
        <div key={name} className="min-[24rem]:contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `to`: the screen that says whom or what it counts. */
export type Figure = { label: string; value: string; note?: string; tone?: 'warn' | 'danger' | undefined; to?: string | undefined };

const TONES = { warn: 'text-warn', danger: 'text-danger' } as const;

type FiguresProps = {
  figures: readonly Figure[];
  areLong?: boolean;
  /** Read at arm's length. */
  areLarge?: boolean;
};

/** Figures in a row, separated by hairlines; on a phone in two columns, or, for long ones such as money, below each other. */
export function Figures({ figures, areLong = false, areLarge = false }: FiguresProps) {
  return (
    <div className="overflow-x-clip border-y border-hairline">
      <dl
        className={classNames(
          'tablet:-ms-[calc(1rem+1px)] tablet:flex tablet:flex-wrap',
          areLong ? 'flex flex-col tablet:flex-row' : 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8.5rem,40%)),1fr))]',
        )}
      >
        {figures.map(({ label, value, note, tone, to }) => (
          <div
            key={label}
            className="flex grow flex-col border-hairline py-3 pe-4 max-tablet:last:odd:col-span-full tablet:border-s tablet:ps-4"
          >
            <dt className={classNames(areLarge ? 'text-[1.0625rem]' : 'text-muted')}>{label}</dt>
            <dd
              className={classNames(
                'type-tabular font-bold',
                areLarge ? 'text-[min(2.75rem,11vw)] leading-[1.1]' : 'text-[min(2.125rem,8.75vw)] leading-[1.2]',
                tone && TONES[tone],
              )}
            >
              <span className="whitespace-nowrap">{to === undefined ? value : <FigureLink to={to}>{value}</FigureLink>}</span>{' '}
              {note !== undefined && (
                <span
                  className={classNames(
                    'inline-block font-normal max-tablet:ms-0 max-tablet:block',
                    areLarge ? 'text-[1rem] leading-6' : 'text-[0.875rem] leading-5',
                    !tone && 'text-muted',
                  )}
                >
                  {note}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const FigureLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="underline decoration-1 underline-offset-4 hover:decoration-2">
    {children}
  </Link>
);

/** `November 20, 2026`, on one line; a narrow row omits the present year (rows.css). */
export function RowDate({ at }: { at: string }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const { year } = venueTime(at);
  const isThisYear = venueTime(useNow()).year === year;
  const text = dateText(at, language, t);
  const ofYear = `, ${year}`;
  return (
    <time dateTime={venueDay(at)} className="whitespace-nowrap">
      {text.slice(0, -ofYear.length)}
      <span className={isThisYear ? 'this-year' : undefined}>{ofYear}</span>
    </time>
  );
}

/** `November 20, 2026, 18:00`, on one line. */
export function Moment({ at }: { at: string }) {
  return (
    <span className="moment whitespace-nowrap max-phone:whitespace-normal">
      <RowDate at={at} />, <TimeText at={at} />
    </span>
  );
}
