import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** The QR code of the door sale, to be printed or shown on a tablet. */
export default function DoorSaleCode() {
  const { t } = useTranslation(['common', 'staff-tonight']);
  const { language } = useLanguage();
  const id = Number(useParams()['id']);
  const { data, error, refetch } = useQuery({
    queryKey: ['door-sale', id],
    queryFn: ({ signal }) => staffApi.staffDoorSale.code({ id }, { signal }),
  });
  return (
    <>
      <div className="no-print">
        <Link to={staffPath(`tonight?event=${id}`)} className="link inline-flex min-h-11 items-center">
          {t('staff-tonight:door_sale.back')}
        </Link>
      </div>
      <SectionTitle
        end={
          data && (
            <Button size="small" className="no-print" onClick={() => globalThis.print()}>
              {t('staff-tonight:door_sale.print')}
            </Button>
          )
        }
      >
        {t('staff-tonight:door_sale.title')}
      </SectionTitle>
      {!data && <NotLoaded error={error} box="h-96" onRetry={refetch} />}
      {data && (
        <div className="flex max-w-130 flex-col gap-4">
          <p className="type-lead font-bold wrap-anywhere">{eventName(data, language)}</p>
          {!data.isOn && <p className="no-print font-semibold text-warn">{t('staff-tonight:door_sale.off')}</p>}
          {data.isVerifiedOnly && <p className="no-print font-semibold text-warn">{t('staff-tonight:door_sale.verified')}</p>}
          <p className="no-print text-muted">{t('staff-tonight:door_sale.hint', { time: timeText(data.from) })}</p>
          <img src={data.picture} alt={t('staff-tonight:door_sale.alt')} width={480} height={480} className="w-full" />
          <p className="wrap-anywhere">{data.url}</p>
        </div>
      )}
    </>
  );
}
