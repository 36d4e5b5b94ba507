import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertView } from '#shared/staff/alerts.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment, PagedTable } from '#web/staff/components/data-table.tsx';
import { ReasonDialog } from '#web/staff/components/reason-dialog.tsx';
import { LinkWith } from '#web/staff/rights.tsx';
import { staffApi, staffPath, usePages } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { causeOf, eventOf, guestOf } from './alert-cause.ts';
import { alertDetailText, alertText } from './order-parts.tsx';

/** The key of the query behind the bar on every screen. */
export const ALERT_BAR_KEY = ['alert-bar'] as const;

/** Open alerts for staff; hidden while there are none. */
export function Alerts() {
  const { t } = useTranslation(['common', 'staff-orders', 'errors']);
  const alerts = usePages<AlertView>(['alerts'], (before, signal) => staffApi.alertInbox.list({ before }, { signal }));
  const [dismissed, setDismissed] = useState<AlertView>();
  const client = useQueryClient();
  const reload = () => {
    alerts.reload();
    void client.invalidateQueries({ queryKey: ALERT_BAR_KEY });
  };
  if (alerts.error === null && alerts.items.length === 0) return null;
  return (
    <section aria-labelledby="alerts" className="mb-8 border-s-4 border-danger ps-4">
      <h2 id="alerts" className="text-[1.25rem] leading-7 font-bold">
        {t('staff-orders:alerts.title')}
      </h2>
      <PagedTable
        caption={t('staff-orders:alerts.title')}
        pages={alerts}
        empty=""
        keyOf={({ id }) => id}
        columns={[
          { key: 'what', title: t('staff-orders:alerts.what'), cell: ({ kind }) => <strong>{alertText(kind, t)}</strong> },
          { key: 'about', title: t('staff-orders:alerts.about'), cell: (alert) => <About alert={alert} /> },
          {
            key: 'detail',
            title: t('staff-orders:alerts.detail'),
            place: 'line',
            cell: ({ kind, detail }) => <Detail kind={kind} detail={detail} />,
          },
          { key: 'since', title: t('staff-orders:alerts.since'), place: 'figure', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          {
            key: 'actions',
            title: t('staff-orders:alerts.actions'),
            place: 'line',
            cell: (alert) => (
              <Button look="quiet" size="small" className="whitespace-nowrap" onClick={() => setDismissed(alert)}>
                {t('staff-orders:alerts.dismiss')}
              </Button>
            ),
          },
        ]}
      />
      {dismissed && <DismissAlert alert={dismissed} onClose={() => setDismissed(undefined)} onDone={reload} />}
    </section>
  );
}

/** What the bank and our records say is known only to the comparison itself, whose text is in English. */
function Detail({ kind, detail }: Pick<AlertView, 'kind' | 'detail'>) {
  const { t } = useTranslation(['common', 'staff-orders']);
  const text = alertDetailText(kind, detail, t);
  return (
    <>
      {text}
      {(text === undefined || kind === 'books_differ') && (
        <span lang="en" className="block whitespace-pre-line text-muted">
          {detail}
        </span>
      )}
    </>
  );
}

function About({ alert }: { alert: AlertView }) {
  const { t } = useTranslation('staff-orders');
  const cause = causeOf(alert);
  const guest = guestOf(alert);
  const event = eventOf(alert);
  const name = () => {
    if (alert.orderId !== null) return t('order_title', { id: alert.orderId });
    if (guest !== undefined) return `${t('guest')} ${guest}`;
    if (alert.subject.startsWith('pass ')) return t('alerts.doors');
    return event === undefined ? alert.subject : `${t('night')} ${event}`;
  };
  if (!cause) return name();
  return (
    <LinkWith right={cause.right} to={staffPath(cause.path)} className="link whitespace-nowrap">
      {name()}
    </LinkWith>
  );
}

function DismissAlert({ alert: { id }, onClose, onDone }: { alert: AlertView; onClose(): void; onDone(): void }) {
  const { t } = useTranslation(['common', 'staff-orders']);
  return (
    <ReasonDialog
      draft={`alert-${id}`}
      title={t('staff-orders:alerts.dismiss_title')}
      text={t('staff-orders:alerts.dismiss_text')}
      hint={t('staff-orders:alerts.reason_hint')}
      submit={t('staff-orders:alerts.submit')}
      pending={t('staff-orders:alerts.pending')}
      send={(reason) => staffApi.alertInbox.dismiss({ id, body: { reason } })}
      onClose={onClose}
      onDone={() => {
        toast.success(t('staff-orders:alerts.done'));
        onDone();
      }}
    />
  );
}
