import { dateText } from '#shared/dates.ts';
import type { DayReport, DAYS_BY } from '#shared/staff/reports.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { PagedTable } from '#web/staff/components/data-table.tsx';
import { sumText } from '#web/staff/components/sum-text.ts';
import { staffApi, usePages } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** The money of each day, on the day when the bank took or returned it. */
export function ByDay({ by }: { by: (typeof DAYS_BY)[number] }) {
  const { t } = useTranslation(['common', 'staff-reports']);
  const { language } = useLanguage();
  const pages = usePages<DayReport, string>(['reports-by-day', by], (before, signal) =>
    staffApi.staffReports.days({ by, before }, { signal }),
  );
  return (
    <>
      <p className="my-4 text-muted">{t('staff-reports:days_about')}</p>
      <PagedTable
        caption={t(`staff-reports:by.${by}`)}
        pages={pages}
        keyOf={({ day, currency }) => `${day} ${currency}`}
        empty={t('staff-reports:no_days')}
        columns={[
          {
            key: 'day',
            title: by === 'night' ? t('staff-reports:business_day') : t('staff-reports:day'),
            cell: ({ day }) => <span className="whitespace-nowrap">{dateText(day, language, t)}</span>,
          },
          { key: 'captured', title: t('staff-reports:gross'), isNumber: true, cell: (row) => sumText(row, row.captured) },
          { key: 'refunded', title: t('staff-reports:refunded'), isNumber: true, cell: (row) => sumText(row, row.refunded) },
          {
            key: 'net',
            title: t('staff-reports:net'),
            isNumber: true,
            isTitled: false,
            place: 'state',
            cell: (row) => <strong>{sumText(row, row.net)}</strong>,
          },
          { key: 'tickets', title: t('staff-reports:tickets'), isNumber: true, cell: ({ tickets }) => tickets },
          { key: 'free', title: t('staff-reports:given'), isNumber: true, cell: ({ free }) => free },
        ]}
      />
    </>
  );
}
