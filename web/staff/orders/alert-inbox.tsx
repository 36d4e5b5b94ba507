import { useState } from 'react';
import { Link } from 'react-router';
import type { AlertView } from '#shared/staff/alerts.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { Moment, PagedTable } from '#web/staff/components/data-table.tsx';
import { ReasonDialog } from '#web/staff/components/reason-dialog.tsx';
import { LinkWith } from '#web/staff/rights.tsx';
import { staffApi, staffPath, usePages } from '#web/staff/staff-api.ts';
import { Button } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { alertDetailText, alertText } from './order-parts.tsx';

/** Open alerts for staff; hidden while there are none. */
export function Alerts() {
  const { t } = useTranslation(['common', 'staff-orders', 'errors']);
  const alerts = usePages<AlertView>(['alerts'], (before, signal) => staffApi.alertInbox.list({ before }, { signal }));
  const [dismissed, setDismissed] = useState<AlertView>();
  if (alerts.error === null && alerts.items.length === 0) return null;
  return (
    <div className="mb-7 border-s-4 border-danger ps-4">
      <h2 className="font-bold">{t('staff-orders:alerts.title')}</h2>
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
      {dismissed && <DismissAlert alert={dismissed} onClose={() => setDismissed(undefined)} onDone={alerts.reload} />}
    </div>
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

function About({ alert: { subject, detail, orderId } }: { alert: AlertView }) {
  const { t } = useTranslation('staff-orders');
  const event = /^event (\d+)$/.exec(subject)?.[1];
  if (orderId !== null) {
    return (
      <Link to={staffPath(`orders/${orderId}`)} className="link whitespace-nowrap">
        {t('order_title', { id: orderId })}
      </Link>
    );
  }
  const guest = subject === 'guests' ? /\bguest (\d+)/.exec(detail)?.[1] : /^guest (\d+)$/.exec(subject)?.[1];
  if (guest !== undefined) {
    return (
      <LinkWith right="guests.read" to={staffPath(`guests/${guest}`)} className="link whitespace-nowrap">
        {t('guest')} {guest}
      </LinkWith>
    );
  }
  if (subject.startsWith('pass ')) {
    return (
      <LinkWith right="door.run" to={staffPath('tonight')} className="link whitespace-nowrap">
        {t('alerts.doors')}
      </LinkWith>
    );
  }
  if (event === undefined) return subject;
  return (
    <Link to={`${staffPath('orders')}?night=${event}`} className="link whitespace-nowrap">
      {t('night')} {event}
    </Link>
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
