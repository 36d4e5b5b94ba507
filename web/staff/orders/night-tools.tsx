import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FILE_TIMEOUT_MS } from '#web/lib/fetch-send.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { FileButton } from './file-button.tsx';
import { NightRefund } from './night-refund.tsx';

/** What concerns all orders of a night: its files, and its refund when it is cancelled. */
export function NightTools({ eventId }: { eventId: number }) {
  const { t } = useTranslation('staff-orders');
  const { language: lang } = useLanguage();
  const night = useQuery({ queryKey: ['night', eventId], queryFn: ({ signal }) => staffApi.staffNights.get({ id: eventId }, { signal }) });
  return (
    <div className="mb-5 flex flex-col gap-5">
      <section aria-label={t('files.title')} className="flex flex-wrap gap-3">
        <FileButton
          label={t('files.orders')}
          name={`orders-${eventId}.csv`}
          ask={() => staffApi.staffOrders.ordersFile({ id: eventId, lang }, { timeoutMs: FILE_TIMEOUT_MS })}
        />
        <FileButton
          label={t('files.guests')}
          name={`guests-${eventId}.csv`}
          ask={() => staffApi.staffOrders.guestsFile({ id: eventId, lang }, { timeoutMs: FILE_TIMEOUT_MS })}
        />
      </section>
      {night.data?.state === 'cancelled' && <NightRefund eventId={eventId} />}
    </div>
  );
}
