import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CURRENCY } from '#shared/constants.ts';
import { type TranslateDate, venueTime } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { seasonText } from '#shared/season.ts';
import type { EventTakings, SeasonView, TakingsSum } from '#shared/staff/takings.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { type Column, DataTable } from '#web/staff/components/data-table.tsx';
import { ChoiceLinks } from '#web/staff/components/filters.tsx';
import { CalledOff } from '#web/staff/components/state-word.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText } from '#web/ui/value-text.tsx';
import { sumText } from './order-parts.tsx';

/** A row for an event, or for the sum of a month, a season or everything. */
type Row = { key: string; name: string; sum: TakingsSum; of?: EventTakings; season?: number };

/** `November 2026` */
const monthText = (day: string, translate: TranslateDate): string => {
  const { year, monthName } = venueTime(day);
  return `${translate(`months.${monthName}`)} ${year}`;
};

const takingsPath = (season?: number): string =>
  `${staffPath('orders/takings')}?by=${season === undefined ? 'season' : `event&season=${season}`}`;

/** The takings of each event of a season, by month; without a season, of the present one. */
export function SeasonTakings({ season }: { season: number | undefined }) {
  const { t } = useTranslation(['common', 'staff-orders', 'errors']);
  const { language } = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['takings-of-season', season],
    queryFn: ({ signal }) => staffApi.staffTakings.season({ season }, { signal }),
  });
  if (!data)
    return error ? <ErrorState message={errorText(error, t)} onRetry={() => void refetch()} /> : <Skeleton className="h-72 w-full" />;
  const rows: Row[] = data.months.flatMap(({ month, items, sums }) => [
    ...items.map((item): Row => ({ key: `${item.event.id} ${item.currency}`, name: eventName(item.event, language), sum: item, of: item })),
    ...sums.map((sum): Row => ({ key: `${month} ${sum.currency}`, name: monthText(month, t), sum })),
  ]);
  const total = t('staff-orders:takings.total_of', { season: seasonText(data.season) });
  return (
    <>
      <SeasonLinks view={data} />
      <Hint />
      <TakingsTable rows={[...rows, ...data.sums.map((sum) => ({ key: `total ${sum.currency}`, name: total, sum }))]} />
    </>
  );
}

/** The takings of each season, and their total. */
export function AllSeasons() {
  const { t } = useTranslation(['common', 'staff-orders', 'errors']);
  const { data, error, refetch } = useQuery({
    queryKey: ['takings-of-seasons'],
    queryFn: ({ signal }) => staffApi.staffTakings.seasons({}, { signal }),
  });
  if (!data)
    return error ? <ErrorState message={errorText(error, t)} onRetry={() => void refetch()} /> : <Skeleton className="h-72 w-full" />;
  const rows = data.items.flatMap(({ season, sums }) =>
    sums.map((sum): Row => ({ key: `${season} ${sum.currency}`, name: seasonText(season), sum, season })),
  );
  const total = data.sums.map((sum): Row => ({ key: `total ${sum.currency}`, name: t('staff-orders:takings.total'), sum }));
  return (
    <>
      <Hint />
      <TakingsTable rows={[...rows, ...total]} />
    </>
  );
}

function Hint() {
  const { t } = useTranslation('staff-orders');
  return <p className="my-4 max-w-[80ch] text-muted">{t('takings.event_hint')}</p>;
}

function SeasonLinks({ view: { season, seasons } }: { view: SeasonView }) {
  const { t } = useTranslation('staff-orders');
  const choices = [...new Set([...seasons, season])].sort((a, b) => b - a);
  return (
    <ChoiceLinks
      label={t('takings.season')}
      choices={choices.map((each) => ({ name: seasonText(each), to: takingsPath(each), isChosen: each === season }))}
    />
  );
}

function TakingsTable({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation('staff-orders');
  if (rows.length === 0) return <p className="py-6 text-muted">{t('takings.no_events')}</p>;
  const count = (name: 'sold' | 'given' | 'came'): Column<Row> => ({
    key: name,
    title: t(`takings.${name}`),
    isNumber: true,
    cell: (row) => <Value row={row} text={row.sum.currency === CURRENCY ? String(row.sum[name]) : ''} />,
  });
  const stock = (name: 'offered' | 'capacity'): Column<Row> => ({
    key: name,
    title: t(`takings.${name}`),
    isNumber: true,
    cell: ({ of }) => (of?.currency === CURRENCY ? of[name] : ''),
  });
  const money = (name: 'gross' | 'refunded' | 'net'): Column<Row> => ({
    key: name,
    title: t(`takings.${name}`),
    isNumber: true,
    ...(name === 'net' && { place: 'state', isTitled: false }),
    cell: (row) => <Value row={row} text={sumText(row.sum, row.sum[name])} />,
  });
  return (
    <DataTable
      caption={t('takings.by_event')}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { key: 'event', title: t('takings.event'), cell: (row) => <RowName row={row} /> },
        count('sold'),
        count('came'),
        money('gross'),
        money('refunded'),
        money('net'),
        count('given'),
        stock('offered'),
        stock('capacity'),
      ]}
    />
  );
}

const Value = ({ row, text }: { row: Row; text: string }) => (row.of ? text : <strong>{text}</strong>);

function RowName({ row: { name, of, season } }: { row: Row }) {
  const { t } = useTranslation('staff-orders');
  if (season !== undefined)
    return (
      <Link to={takingsPath(season)} className="link font-bold">
        {name}
      </Link>
    );
  if (!of) return <strong className="whitespace-nowrap">{name}</strong>;
  return (
    <span className="flex flex-col">
      <Link to={`${staffPath('orders')}?night=${of.event.id}`} dir="auto" className="link max-w-80 wrap-anywhere">
        {name}
      </Link>
      <span className="text-muted">
        <DateText at={of.event.startDate} />
        {of.event.state === 'cancelled' && <CalledOff>{t('takings.cancelled')}</CalledOff>}
      </span>
    </span>
  );
}
