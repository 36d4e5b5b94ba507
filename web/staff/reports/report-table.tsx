import { useTranslation } from '#web/ui/translation.tsx';
import { Link } from 'react-router';
import { CURRENCY } from '#shared/constants.ts';
import { eventName } from '#shared/events/timing.ts';
import type { EventReport, ReportSum, SeasonReport } from '#shared/staff/reports.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { sumText } from '#web/staff/orders/order-parts.tsx';
import { type Column, DataTable } from '#web/staff/components/data-table.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { DateText } from '#web/ui/value-text.tsx';
import { Cancelled } from './cancelled.tsx';
import { percentOf } from './percent.ts';

const reportPath = (eventId: number): string => staffPath(`orders/reports/${eventId}`);

/** An event, or, without one, the total. */
type Row = { key: string; sum: ReportSum; of?: EventReport };

/** Each event with its figures, latest first, and the totals. */
export function ReportTable({ view: { items, sums } }: { view: SeasonReport }) {
  const { t } = useTranslation('staff-reports');
  const rows: Row[] = [
    ...items.map((item): Row => ({ key: `${item.event.id} ${item.currency}`, sum: item, of: item })).toReversed(),
    ...sums.map((sum): Row => ({ key: `all ${sum.currency}`, sum })),
  ];
  const people = (
    key: 'sold' | 'given' | 'came' | 'listed' | 'no_shows' | 'guests' | 'again',
    cell: (sum: ReportSum) => number | string | null,
  ): Column<Row> => ({
    key,
    title: t(key),
    isNumber: true,
    cell: (row) => <Value row={row} text={row.sum.currency === CURRENCY ? String(cell(row.sum) ?? '–') : ''} />,
  });
  const money = (key: 'gross' | 'refunded' | 'net'): Column<Row> => ({
    key,
    title: t(key),
    isNumber: true,
    ...(key === 'net' && { place: 'state', isTitled: false }),
    cell: (row) => <Value row={row} text={sumText(row.sum, row.sum[key])} />,
  });
  return (
    <DataTable
      caption={t('all_nights')}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { key: 'event', title: t('event'), cell: (row) => <RowName row={row} /> },
        people('sold', ({ sold }) => sold),
        people('came', ({ came }) => came),
        people('listed', ({ listed }) => listed),
        people('no_shows', ({ noShows }) => noShows),
        people('guests', ({ guests }) => guests),
        people('again', ({ again, guests }) => {
          const percent = percentOf(again, guests);
          return percent === null ? null : `${again} · ${t('share', { percent })}`;
        }),
        people('given', ({ given }) => given),
        money('gross'),
        money('refunded'),
        money('net'),
      ]}
    />
  );
}

const Value = ({ row, text }: { row: Row; text: string }) => {
  const shown = <span className="whitespace-nowrap">{text}</span>;
  return row.of ? shown : <strong>{shown}</strong>;
};

function RowName({ row: { of } }: { row: Row }) {
  const { t } = useTranslation('staff-reports');
  const { language } = useLanguage();
  if (!of) return <strong>{t('total')}</strong>;
  return (
    <span className="flex flex-col">
      <Link to={reportPath(of.event.id)} dir="auto" className="link max-w-80 wrap-anywhere">
        {eventName(of.event, language)}
      </Link>
      <span className="text-muted">
        <DateText at={of.event.startDate} />
        {of.event.state === 'cancelled' && <Cancelled sums={[of]} />}
      </span>
    </span>
  );
}
