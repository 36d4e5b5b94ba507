import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { moneyText } from '#shared/money.ts';
import { eventFileName } from '#shared/staff/event-file-name.ts';
import type { BulkRefundView } from '#shared/staff/money.contract.ts';
import { FILE_TIMEOUT_MS } from '#web/lib/fetch-send.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { CommandButton } from '#web/staff/components/command-button.tsx';
import { Figures } from '#web/staff/components/data-table.tsx';
import { ReasonDialog } from '#web/staff/components/reason-dialog.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { eventQuery } from '#web/staff/events/event-frame.tsx';
import { OnlyWith } from '#web/staff/rights.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { FileButton } from './order-parts.tsx';

/** The tools for all orders of an event: its files, and the refund of a cancelled event. */
export function EventTools({ eventId }: { eventId: number }) {
  const { t } = useTranslation('staff-orders');
  const { language: lang } = useLanguage();
  const event = useQuery(eventQuery(eventId));
  const name = event.data ? eventFileName(event.data) : String(eventId);
  return (
    <div className="mb-5 flex flex-col gap-5">
      <OnlyWith right="guests.export">
        <section aria-label={t('files.title')} className="flex flex-wrap gap-3">
          <FileButton
            label={t('files.orders')}
            name={`orders-${name}.csv`}
            fetchFile={() => staffApi.staffOrders.ordersFile({ id: eventId, lang }, { timeoutMs: FILE_TIMEOUT_MS })}
          />
          <FileButton
            label={t('files.guests')}
            name={`guests-${name}.csv`}
            fetchFile={() => staffApi.staffOrders.guestsFile({ id: eventId, lang }, { timeoutMs: FILE_TIMEOUT_MS })}
          />
        </section>
      </OnlyWith>
      {event.data?.state === 'cancelled' && <EventRefund eventId={eventId} />}
    </div>
  );
}

const RETRY_MS = 1_500;

/** Starts, stops, resumes and shows the refund of a whole cancelled event. */
function EventRefund({ eventId }: { eventId: number }) {
  const { t } = useTranslation(['common', 'staff-orders']);
  const { bulk, look } = useBulk(eventId);
  const [isStarting, setStarting] = useState(false);
  const { stopEventRefund, resumeEventRefund } = staffApi.staffMoney;
  const stop = useCommand(() => stopEventRefund({ id: eventId }), { onSuccess: look });
  const resume = useCommand(() => resumeEventRefund({ id: eventId }), { onSuccess: look });
  return (
    <section aria-label={t('staff-orders:bulk.title')} className="flex flex-col gap-4 border border-hairline p-5">
      <h2 className="text-[1.25rem] leading-7 font-bold">{t('staff-orders:bulk.title')}</h2>
      <p>{t('staff-orders:bulk.text')}</p>
      {bulk && <Progress bulk={bulk} />}
      <div className="flex flex-wrap gap-3">
        {bulk?.state === 'running' && (
          <CommandButton look="secondary" size="small" command={stop}>
            {t('staff-orders:bulk.stop')}
          </CommandButton>
        )}
        {bulk?.state === 'stopped' && (
          <CommandButton look="secondary" size="small" command={resume}>
            {t('staff-orders:bulk.resume')}
          </CommandButton>
        )}
        {(bulk === null || (bulk?.state === 'done' && bulk.orders.left > 0)) && (
          <Button look="danger" size="small" onClick={() => setStarting(true)}>
            {t('staff-orders:bulk.start')}
          </Button>
        )}
      </div>
      {isStarting && <StartRefund eventId={eventId} onClose={() => setStarting(false)} onStarted={look} />}
    </section>
  );
}

/** `null` if none was started; refetched at intervals while it runs. */
function useBulk(eventId: number): { bulk: BulkRefundView | null | undefined; look(): void } {
  const { data: bulk, refetch } = useQuery({
    queryKey: ['event-refund', eventId],
    queryFn: ({ signal }) => staffApi.staffMoney.eventRefund({ id: eventId }, { signal }),
    refetchInterval: ({ state: { data } }) => (isMoving(data) ? RETRY_MS : false),
  });
  return { bulk, look: () => void refetch() };
}

const isMoving = (bulk: BulkRefundView | null | undefined): boolean => !!bulk && (bulk.state === 'running' || bulk.refunds.open > 0);

function Progress({ bulk: { state, orders, refunds, money } }: { bulk: BulkRefundView }) {
  const { t } = useTranslation(['staff-orders', 'staff']);
  return (
    <output>
      <Figures
        figures={[
          { label: t('staff:status'), value: t(`bulk.states.${state}`) },
          { label: t('bulk.refunded'), value: String(orders.refunded) },
          { label: t('bulk.left'), value: String(orders.left) },
          { label: t('refunds.states.sent'), value: String(refunds.open) },
          { label: t('refunds.states.confirmed'), value: String(refunds.confirmed) },
          { label: t('refunds.states.failed'), value: String(refunds.failed) },
          { label: t('bulk.money'), value: moneyText(money.confirmed), note: t('bulk.of', { amount: moneyText(money.promised) }) },
        ]}
      />
    </output>
  );
}

function StartRefund({ eventId, onClose, onStarted }: { eventId: number; onClose(): void; onStarted(): void }) {
  const { t } = useTranslation(['common', 'staff-orders']);
  return (
    <ReasonDialog
      draft={`refund-all-${eventId}`}
      title={t('staff-orders:bulk.title')}
      text={t('staff-orders:bulk.sure')}
      hint={t('staff-orders:bulk.reason_hint')}
      submit={t('staff-orders:bulk.confirm')}
      isDanger
      send={(reason, idempotencyKey) => staffApi.staffMoney.refundEvent({ id: eventId, body: { reason } }, { idempotencyKey })}
      onClose={onClose}
      onDone={onStarted}
    />
  );
}
