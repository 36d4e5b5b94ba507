import { useTranslation } from 'react-i18next';
import { errorText } from '#web/lib/error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DataTable, type Column } from './data-table.tsx';
import type { Pages } from '#web/staff/query.ts';

type PagedTableProps<T> = {
  caption: string;
  columns: readonly Column<T>[];
  pages: Pages<T>;
  keyOf(row: T): string | number;
  /** What is said when there is nothing. */
  empty: string;
};

/** A table that is read page by page, in all its states. */
export function PagedTable<T>({ caption, columns, pages, keyOf, empty }: PagedTableProps<T>) {
  const { t } = useTranslation(['common', 'staff', 'errors']);
  const isBusy = pages.isFetching;
  if (isBusy && pages.items.length === 0) return <Skeleton className="h-72 w-full" />;
  return (
    <div aria-busy={isBusy || undefined} className="flex flex-col gap-4">
      {pages.items.length > 0 && <DataTable caption={caption} columns={columns} rows={pages.items} keyOf={keyOf} />}
      {!isBusy && pages.error !== null && <ErrorState message={errorText(pages.error, t)} onRetry={pages.reload} />}
      {!isBusy && pages.error === null && pages.items.length === 0 && <p className="py-6 text-muted">{empty}</p>}
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
