import { useQueryClient } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { alertDetail } from '#shared/staff/alert-texts.ts';
import type { AlertView } from '#shared/staff/alerts.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment } from '#web/staff/components/data-table.tsx';
import { ReasonDialog } from '#web/staff/components/reason-dialog.tsx';
import { useMay } from '#web/staff/rights.tsx';
import { staffApi, staffPath, usePages } from '#web/staff/staff-api.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { causeOf, eventOf, guestOf } from '#web/staff/orders/alert-cause.ts';
import { alertText } from '#web/staff/orders/order-parts.tsx';
import { NeedRow } from './need-row.tsx';

/** The key of the query behind the bar on every screen. */
export const ALERT_BAR_KEY = ['alert-bar'] as const;

/** `count`: how many there are. `payments`: how many payments to review a row of their own counts. */
type AlertRowsProps = { count: number; payments: number };

/** The open alerts as rows of a list; those about payments are left out if the row of the payments counts all of them. */
export function AlertRows({ count, payments }: AlertRowsProps) {
  const { t, ready } = useTranslation(['common', 'staff', 'staff-orders', 'errors']);
  const may = useMay();
  const alerts = usePages<AlertView>(['alerts', count], (before, signal) => staffApi.alertInbox.list({ before }, { signal }));
  const [dismissed, setDismissed] = useState<AlertView>();
  const client = useQueryClient();
  const reload = () => {
    alerts.reload();
    void client.invalidateQueries({ queryKey: ALERT_BAR_KEY });
    void client.invalidateQueries({ queryKey: ['start'] });
  };
  if (!ready) return null;
  const others = alerts.items.filter(({ kind }) => kind !== 'payment_flagged');
  const areCounted = alerts.items.length - others.length <= payments;
  return (
    <>
      {(areCounted ? others : alerts.items).map((alert) => {
        const cause = causeOf(alert);
        return (
          <NeedRow
            key={alert.id}
            sign={<TriangleAlert size={24} aria-hidden className="text-danger" />}
            title={
              <>
                {alertText(alert.kind, t)} <About alert={alert} />
              </>
            }
            note={
              <>
                <Detail alert={alert} /> <Moment at={alert.createdAt} />
              </>
            }
          >
            {cause && may(cause.right) && (
              <LinkButton to={staffPath(cause.path)} look="secondary" size="small">
                {t('staff:alert_bar.review')}
              </LinkButton>
            )}
            <Button look="quiet" size="small" onClick={() => setDismissed(alert)}>
              {t('staff-orders:alerts.dismiss')}
            </Button>
          </NeedRow>
        );
      })}
      {alerts.error !== null && (
        <li>
          <ErrorState message={errorText(alerts.error, t)} onRetry={alerts.reload} />
        </li>
      )}
      {alerts.hasMore && (
        <li className="px-4 py-3">
          <Button look="secondary" size="small" isPending={alerts.isFetching} pendingLabel={t('loading')} onClick={alerts.more}>
            {t('staff:more')}
          </Button>
        </li>
      )}
      {dismissed && <DismissAlert alert={dismissed} onClose={() => setDismissed(undefined)} onDone={reload} />}
    </>
  );
}

/** A fault without the values of its text is shown as logged, in English. */
function Detail({ alert }: { alert: AlertView }) {
  const { t } = useTranslation(['common', 'staff-orders']);
  const text = alertDetail(alert, t);
  return (
    <span lang={text === undefined ? 'en' : undefined} className="whitespace-pre-line">
      {text ?? alert.detail}
    </span>
  );
}

/** The order, guest or event that an alert names. */
function About({ alert }: { alert: AlertView }) {
  const { t } = useTranslation(['staff-orders', 'staff']);
  const guest = guestOf(alert);
  const event = eventOf(alert);
  const name = () => {
    if (alert.orderId !== null) return t('order_title', { id: alert.orderId });
    if (guest !== undefined) return `${t('staff:guest')} ${guest}`;
    return event === undefined ? undefined : `${t('staff:event')} ${event}`;
  };
  const text = name();
  return text !== undefined && <span className="whitespace-nowrap text-muted">· {text}</span>;
}

function DismissAlert({ alert: { id }, onClose, onDone }: { alert: AlertView; onClose(): void; onDone(): void }) {
  const { t } = useTranslation(['common', 'staff-orders', 'staff']);
  return (
    <ReasonDialog
      draft={`alert-${id}`}
      title={t('staff-orders:alerts.dismiss_title')}
      text={t('staff-orders:alerts.dismiss_text')}
      hint={t('staff:kept_in_log')}
      submit={t('staff-orders:alerts.dismiss_title')}
      send={(reason) => staffApi.alertInbox.dismiss({ id, body: { reason } })}
      onClose={onClose}
      onDone={() => {
        toast.success(t('staff-orders:alerts.done'));
        onDone();
      }}
    />
  );
}
