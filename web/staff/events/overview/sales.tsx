import { useQuery } from '@tanstack/react-query';
import { eventName } from '#shared/events/timing.ts';
import { moneyText } from '#shared/money.ts';
import type { EventReportView, SalesPart } from '#shared/staff/reports.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { TitledTable } from '#web/staff/components/data-table.tsx';
import { SoldBar } from '#web/staff/components/sold-bar.tsx';
import { sumText } from '#web/staff/components/sum-text.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** Each ticket type with its price and how much of it is sold. */
export function SoldByType({ eventId }: { eventId: number }) {
  const { t } = useTranslation(['common', 'staff-events', 'staff-ticket-types']);
  const { language } = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['ticket-types', eventId],
    queryFn: ({ signal }) => staffApi.staffTicketTypes.list({ id: eventId }, { signal }),
  });
  if (!data) return <NotLoaded error={error} box="h-40" onRetry={refetch} />;
  if (data.ticketTypes.length === 0) return null;
  const priceText = (price: number | null) =>
    price === null ? t('staff-ticket-types:no_price') : price === 0 ? t('staff-ticket-types:free_of_charge') : moneyText(price);
  return (
    <section>
      <TitledTable
        title={t('staff-ticket-types:ticketTypes')}
        rows={data.ticketTypes}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'name',
            title: t('staff-ticket-types:name'),
            cell: (ticketType) => (
              <span dir="auto" className="wrap-anywhere">
                {eventName(ticketType, language)}
                {ticketType.isHidden && <span className="font-normal text-muted"> · {t('staff-ticket-types:with_code')}</span>}
              </span>
            ),
          },
          {
            key: 'price',
            title: t('staff-ticket-types:price'),
            isNumber: true,
            isTitled: false,
            place: 'state',
            cell: ({ price }) => <span className="whitespace-nowrap">{priceText(price)}</span>,
          },
          {
            key: 'sold',
            title: t('staff-events:column.sold'),
            place: 'line',
            cell: ({ sold, held, allocation }) => (
              <span className="flex items-center gap-4 tablet:min-w-60">
                <SoldBar sold={sold} held={held} capacity={allocation} className="min-w-16" />
                <span className="type-tabular shrink-0 whitespace-nowrap">{t('staff-events:sold_of', { sold, capacity: allocation })}</span>
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}

/** Where the sales came from, if not all came straight from the site. */
export function Channels({ report: { byPromoter, byCode } }: { report: EventReportView }) {
  const { t } = useTranslation('staff-reports');
  return (
    <>
      <Parts title={t('by_promoter')} name={t('promoter')} parts={byPromoter} none={t('without_promoter')} />
      <Parts title={t('by_code')} name={t('code')} parts={byCode} none={t('without_code')} />
    </>
  );
}

type PartsProps = { title: string; name: string; parts: readonly SalesPart[]; none: string };

function Parts({ title, name, parts, none }: PartsProps) {
  const { t } = useTranslation('staff-reports');
  const { language } = useLanguage();
  if (parts.every((part) => part.name === null)) return null;
  const nameOf = ({ name: ka, nameLat }: SalesPart) =>
    ka === null || nameLat === null ? none : eventName({ name: ka, nameLat }, language);
  return (
    <section>
      <TitledTable
        title={title}
        rows={parts}
        keyOf={({ key }) => key}
        columns={[
          { key: 'name', title: name, cell: (part) => <span className="wrap-anywhere">{nameOf(part)}</span> },
          { key: 'sold', title: t('sold'), isNumber: true, cell: ({ sold }) => sold },
          { key: 'net', title: t('net'), isNumber: true, isTitled: false, place: 'state', cell: (part) => sumText(part, part.net) },
        ]}
      />
    </section>
  );
}
