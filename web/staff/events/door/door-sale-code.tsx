import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { PrintFrame } from './print-frame.tsx';

/** The QR code of the door sale, to be printed or shown on a tablet. */
export default function DoorSaleCode() {
  const { t } = useTranslation('staff-tonight');
  const { language } = useLanguage();
  const id = Number(useParams()['id']);
  const query = useQuery({ queryKey: ['door-sale', id], queryFn: ({ signal }) => staffApi.staffDoorSale.code({ id }, { signal }) });
  return (
    <PrintFrame eventId={id} title={t('door_sale.title')} query={query}>
      {({ isOn, isVerifiedOnly, from, picture, url, ...event }) => (
        <div className="flex max-w-130 flex-col gap-4">
          <p className="type-lead font-bold wrap-anywhere">{eventName(event, language)}</p>
          {!isOn && <p className="no-print font-semibold text-warn">{t('door_sale.off')}</p>}
          {isVerifiedOnly && <p className="no-print font-semibold text-warn">{t('door_sale.verified')}</p>}
          <p className="no-print text-muted">{t('door_sale.hint', { time: timeText(from) })}</p>
          <img src={picture} alt={t('door_sale.alt')} width={480} height={480} className="w-full" />
          <p className="wrap-anywhere">{url}</p>
        </div>
      )}
    </PrintFrame>
  );
}
