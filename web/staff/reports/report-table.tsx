import { useTranslation } from '#web/ui/translation.tsx';
import { Link } from 'react-router';
import { CURRENCY } from '#shared/constants.ts';
import { eventName } from '#shared/events/timing.ts';
import type { EventReport, ReportSum } from '#shared/staff/reports.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { sumText } from '#web/staff/components/sum-text.ts';
import { type Column, DataTable } from '#web/staff/components/data-table.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { DateText } from '#web/ui/value-text.tsx';
import { Cancelled } from './cancelled.tsx';
import { percentOf } from './percent.ts';

const reportPath = (eventId: number): string => staffPath(`sales/reports/${eventId}`);

/** An event, or the sum of several, by its name. */
type Row = { key: string; sum: ReportSum } & ({ of: EventReport } | { name: string; to: string | undefined });

export const rowsOfEvents = (items: readonly EventReport[]): Row[] =>
  items.map((item) => ({ key: `${item.event.id} ${item.currency}`, sum: item, of: item }));

export const rowsOfSums = (name: string, sums: readonly ReportSum[], to?: string): Row[] =>
  sums.map((sum) => ({ key: `${name} ${sum.currency}`, sum, name, to }));

/** Events and sums with the figures of every report. */
export function ReportTable({ caption, rows }: { caption: string; rows: readonly Row[] }) {
  const { t } = useTranslation(['staff-reports', 'staff']);
  const people = (
    key: 'given' | 'came' | 'listed' | 'no_shows' | 'again',
    cell: (sum: ReportSum) => number | string | null,
    place?: 'wide',
  ): Column<Row> => ({
    key,
    title: t(key),
    isNumber: true,
    ...(place && { place }),
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
    <div className="rows-many">
      <DataTable
        caption={caption}
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          { key: 'event', title: t('event'), cell: (row) => <RowName row={row} /> },
          {
            key: 'sold',
            title: t('sold'),
            isNumber: true,
            cell: (row) => (
              <>
                <Value row={row} text={row.sum.currency === CURRENCY ? String(row.sum.sold) : ''} />
                {'of' in row && row.of.currency === CURRENCY && (
                  <span className="whitespace-nowrap text-muted @min-[58rem]:block"> {t('staff:of', { capacity: row.of.capacity })}</span>
                )}
              </>
            ),
          },
          people('came', ({ came }) => came),
          people('listed', ({ listed }) => listed, 'wide'),
          people('no_shows', ({ noShows }) => noShows),
          people(
            'again',
            ({ again, guests }) => {
              const percent = percentOf(again, guests);
              return percent === null ? null : t('again_of', { again, guests, percent });
            },
            'wide',
          ),
          people('given', ({ given }) => given, 'wide'),
          {
            key: 'offered',
            title: t('offered'),
            isNumber: true,
            place: 'wide',
            cell: (row) => ('of' in row && row.of.currency === CURRENCY ? row.of.offered : ''),
          },
          money('gross'),
          money('refunded'),
          money('net'),
        ]}
      />
    </div>
  );
}

const Value = ({ row, text }: { row: Row; text: string }) => {
  const shown = <span className="whitespace-nowrap">{text}</span>;
  return 'of' in row ? shown : <strong>{shown}</strong>;
};

function RowName({ row }: { row: Row }) {
  const { language } = useLanguage();
  if (!('of' in row))
    return row.to === undefined ? (
      <strong className="whitespace-nowrap">{row.name}</strong>
    ) : (
      <Link to={row.to} className="link font-bold">
        {row.name}
      </Link>
    );
  const { event } = row.of;
  return (
    <span className="flex flex-col tablet:min-w-44">
      <Link to={reportPath(event.id)} dir="auto" className="link max-w-80 wrap-break-word">
        {eventName(event, language)}
      </Link>
      <span className="text-muted">
        <DateText at={event.startDate} />
        {event.state === 'cancelled' && <Cancelled sums={[row.of]} />}
      </span>
    </span>
  );
}
