import { useQuery } from '@tanstack/react-query';
import type { PromotedEvent } from '#shared/promoters/promoter.schemas.ts';
import type { PromoterView } from '#shared/staff/promoters.contract.ts';
import { eventName } from '#shared/events/timing.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { DataTable } from '#web/staff/components/data-table.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { Dialog } from '#web/staff/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText } from '#web/ui/value-text.tsx';
import { Amount } from './promoters-table.tsx';

/** The attributed sales of one promoter, event by event. */
export function PromotedEvents({ promoter, onClose }: { promoter: PromoterView; onClose(): void }) {
  const { t } = useTranslation(['common', 'staff-promoters', 'staff']);
  const { language } = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['promoters', promoter.id],
    queryFn: ({ signal }) => staffApi.staffPromoters.events({ id: promoter.id }, { signal }),
  });
  const idOf = ({ event }: PromotedEvent) => event?.id ?? 0;
  return (
    <Dialog title={promoter.name} className="flex flex-col gap-5 p-6" onClose={onClose}>
      {!data && <NotLoaded error={error} box="h-40" onRetry={refetch} />}
      {data?.items.length === 0 && <p>{t('staff-promoters:nothing_yet')}</p>}
      {data && data.items.length > 0 && (
        <DataTable
          caption={t('staff:do_with', { what: t('staff:nav.events'), name: promoter.name })}
          rows={data.items}
          keyOf={idOf}
          columns={[
            {
              key: 'event',
              title: t('staff:event'),
              place: 'name',
              cell: ({ event }) =>
                event === null ? (
                  <span className="text-muted">{t('staff-promoters:other_pages')}</span>
                ) : (
                  <span className="flex flex-col">
                    <span className="font-semibold wrap-anywhere">{eventName(event, language)}</span>
                    <DateText at={event.startDate} />
                  </span>
                ),
            },
            { key: 'opened', title: t('staff-promoters:opened'), isNumber: true, cell: ({ opened }) => opened },
            { key: 'sold', title: t('staff-promoters:sold'), isNumber: true, cell: ({ sold }) => sold },
            { key: 'arrived', title: t('staff-promoters:arrived'), isNumber: true, cell: ({ arrived }) => arrived },
            {
              key: 'commission',
              title: t('staff-promoters:commission'),
              isNumber: true,
              cell: ({ commission }) => <Amount gel={commission} />,
            },
          ]}
        />
      )}
    </Dialog>
  );
}
