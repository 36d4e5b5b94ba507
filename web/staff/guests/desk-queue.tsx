import { useTranslation } from 'react-i18next';
import { fullName } from '#shared/accounts/full-name.ts';
import { DataTable } from '#web/staff/parts/data-table.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import type { Desk } from './use-desk.ts';

/** Who else waits; any of them may come first. */
export function DeskQueue({ desk: { waiting, current, pages, choose } }: { desk: Desk }) {
  const { t } = useTranslation(['common', 'staff', 'staff-guests']);
  const caption = t('staff-guests:desk.queue');
  return (
    <div>
      <h2 className="mb-2 font-bold">{caption}</h2>
      <DataTable
        caption={caption}
        rows={waiting}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'name',
            title: t('staff-guests:name'),
            cell: (guest) => (
              <button
                type="button"
                aria-current={guest.id === current?.id ? 'true' : undefined}
                onClick={() => choose(guest.id)}
                className="link min-h-6 text-start aria-[current]:font-bold aria-[current]:text-accent"
              >
                <bdi>{fullName(guest)}</bdi>
              </button>
            ),
          },
          { key: 'age', title: t('staff-guests:age_label'), isNumber: true, cell: ({ age }) => age ?? '–' },
          {
            key: 'since',
            title: t('staff-guests:registered'),
            cell: ({ createdAt }) => (
              <span className="whitespace-nowrap">
                <DateText at={createdAt} />
              </span>
            ),
          },
          { key: 'purchases', title: t('staff-guests:purchases'), isNumber: true, cell: ({ purchases }) => purchases },
          { key: 'visits', title: t('staff-guests:visits'), isNumber: true, cell: ({ visits }) => visits },
        ]}
      />
      {pages.hasMore && (
        <Button look="secondary" size="small" onClick={pages.more} className="mt-4">
          {t('staff:more')}
        </Button>
      )}
    </div>
  );
}
