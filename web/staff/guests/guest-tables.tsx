import LogOut from 'lucide-react/icons/log-out';
import Undo2 from 'lucide-react/icons/undo-2';
import { eventName } from '#shared/events/timing.ts';
import type { StaffGuestView } from '#shared/staff/guests.contract.ts';
import { securityEventText } from '#web/profile/security-event-text.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { ORDER_LOOKS } from '#web/staff/orders/order-parts.tsx';
import { Moment, TitledTable } from '#web/staff/components/data-table.tsx';
import { scanText } from '#web/staff/components/scan-text.ts';
import { DECISION_LOOKS } from '#web/staff/components/decision-looks.ts';
import { type StateLook, StateWord } from '#web/staff/components/state-word.tsx';
import { LinkWith } from '#web/staff/rights.tsx';
import { staffPath } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { Money } from '#web/ui/value-text.tsx';

type Named = { eventName: string; eventNameLat: string };

function useEventName(): (event: Named) => string {
  const { language } = useLanguage();
  return (event) => eventName({ name: event.eventName, nameLat: event.eventNameLat }, language);
}

/** The guest's orders, newest first. */
export function OrderRows({ orders }: Pick<StaffGuestView, 'orders'>) {
  const { t } = useTranslation(['common', 'staff-guests', 'staff-orders', 'staff']);
  const eventName = useEventName();
  return (
    <TitledTable
      title={t('staff-guests:purchases')}
      empty={t('staff-guests:no_orders')}
      rows={orders}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'order',
          title: t('staff-orders:order'),
          cell: ({ id }) => (
            <LinkWith right="money.read" to={staffPath(`sales/orders/${id}`)} className="link type-tabular">
              {id}
            </LinkWith>
          ),
        },
        { key: 'at', title: t('staff-guests:when'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
        {
          key: 'nights',
          title: t('staff:nav.events'),
          cell: ({ lines }) => lines.map((line) => `${eventName(line)} × ${line.quantity}`).join(', '),
        },
        {
          key: 'state',
          title: t('staff:status'),
          place: 'state',
          cell: ({ state }) => <StateWord look={ORDER_LOOKS[state]}>{t(`staff-orders:payments.states.${state}`)}</StateWord>,
        },
        {
          key: 'total',
          title: t('staff:total'),
          isNumber: true,
          isTitled: false,
          place: 'figure',
          cell: ({ total }) => <Money gel={total} />,
        },
      ]}
    />
  );
}

/** The guest's scans at the door, newest first. */
export function ScanRows({ scans }: Pick<StaffGuestView, 'scans'>) {
  const { t } = useTranslation(['common', 'staff-guests', 'staff']);
  const eventName = useEventName();
  return (
    <TitledTable
      title={t('staff-guests:at_the_door')}
      empty={t('staff-guests:no_scans')}
      rows={scans}
      keyOf={({ id }) => id}
      columns={[
        { key: 'at', title: t('staff-guests:when'), cell: ({ at }) => <Moment at={at} /> },
        { key: 'night', title: t('staff:event'), cell: (scan) => eventName(scan) },
        { key: 'ticket', title: t('staff:ticket'), isNumber: true, cell: ({ ticketId }) => ticketId },
        { key: 'result', title: t('staff:result'), place: 'state', cell: (scan) => <ScanResult scan={scan} /> },
      ]}
    />
  );
}

type Scan = StaffGuestView['scans'][number];

const SCAN_LOOKS: Record<Scan['outcome'], StateLook> = {
  ...DECISION_LOOKS,
  back_in: DECISION_LOOKS.accepted,
  out: { Icon: LogOut, colour: 'text-muted' },
  undone: { Icon: Undo2, colour: 'text-muted' },
  refund_undone: { Icon: Undo2, colour: 'text-muted' },
  rejection_undone: { Icon: Undo2, colour: 'text-muted' },
  device_ended: DECISION_LOOKS.noted,
};

function ScanResult({ scan }: { scan: Scan }) {
  const { t } = useTranslation(['common', 'staff-scans']);
  return <StateWord look={SCAN_LOOKS[scan.outcome]}>{scanText(scan, t)}</StateWord>;
}

/** The last sign-ins, failed ones too, newest first. */
export function SignInRows({ signIns }: { signIns: NonNullable<StaffGuestView['signIns']> }) {
  const { t } = useTranslation(['common', 'accounts', 'staff-guests', 'staff']);
  return (
    <TitledTable
      title={t('staff-guests:sign_ins')}
      empty={t('staff-guests:no_sign_ins')}
      rows={signIns}
      keyOf={({ id }) => id}
      columns={[
        { key: 'at', title: t('staff-guests:when'), cell: ({ at }) => <Moment at={at} /> },
        { key: 'result', title: t('staff:result'), place: 'state', cell: ({ kind }) => securityEventText(kind, t) },
        { key: 'device', title: t('staff-guests:device'), cell: ({ device }) => device ?? '—' },
        {
          key: 'network',
          title: t('staff-guests:network'),
          cell: ({ network }) => <span className="type-tabular">{network ?? '—'}</span>,
        },
      ]}
    />
  );
}
