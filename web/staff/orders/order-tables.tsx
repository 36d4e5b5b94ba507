import { dateText, timeText } from '#shared/dates.ts';
import { eventName } from '#shared/events/timing.ts';
import { LEDGER_ACCOUNTS, type RefundView, type StaffOrderView, type StaffPaymentView } from '#shared/staff/money.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { CommandButton } from '#web/staff/components/command-button.tsx';
import { DataTable, Moment, TitledTable } from '#web/staff/components/data-table.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { Money } from '#web/ui/value-text.tsx';
import { movementText, PaymentState, RefundState } from './order-parts.tsx';

type Tables = { order: StaffOrderView };
type ChangingTables = Tables & { onDone(text: string): void };

type Ticket = StaffOrderView['tickets'][number];

export function TicketTable({ order: { tickets, lines, gift: complimentary } }: Tables) {
  const { t } = useTranslation(['common', 'staff-orders', 'staff']);
  const { language } = useLanguage();
  const lineOf = ({ eventId, ticketTypeId }: Ticket) =>
    lines.find((line) => line.eventId === eventId && line.ticketTypeId === ticketTypeId);
  const eventOf = (ticket: Ticket) => {
    const line = lineOf(ticket);
    return line && eventName({ name: line.eventName, nameLat: line.eventNameLat }, language);
  };
  const ticketTypeOf = (ticket: Ticket) => {
    const line = lineOf(ticket);
    if (!line) return null;
    return (
      <span className="flex flex-col">
        <span>{eventName(line.ticketType, language)}</span>
        {line.code !== null && <span className="text-muted wrap-anywhere">{t('staff-orders:tickets.code', { code: line.code })}</span>}
        {line.refCode !== null && (
          <span className="text-muted wrap-anywhere">{t('staff-orders:tickets.ref_code', { refCode: line.refCode })}</span>
        )}
      </span>
    );
  };
  return (
    <TitledTable
      title={t('staff-orders:tickets.title')}
      empty={t('staff-orders:tickets.none')}
      rows={tickets}
      keyOf={({ id }) => id}
      columns={[
        { key: 'ticket', title: t('staff:ticket'), cell: ({ id }) => <span className="type-tabular">{id}</span> },
        { key: 'night', title: t('staff:event'), cell: eventOf },
        { key: 'ticketType', title: t('staff:ticket_type'), cell: ticketTypeOf },
        {
          key: 'price',
          title: t('staff-orders:tickets.price'),
          isNumber: true,
          isTitled: false,
          place: 'figure',
          cell: ({ price }) => <Money gel={price} />,
        },
        {
          key: 'state',
          title: t('staff:status'),
          place: 'state',
          cell: (ticket) => <TicketState {...ticket} isComplimentary={complimentary !== null} />,
        },
      ]}
    />
  );
}

const VALID = {
  bearer: 'staff-orders:tickets.valid',
  claimed: 'staff-orders:tickets.valid',
  unclaimed: 'staff-orders:tickets.unclaimed',
  waiting: 'staff-orders:tickets.waiting',
} as const;

/** A complimentary ticket is revoked, a sold one refunded; a used one shows when it was used. */
function TicketState({ state, claim, usedAt, isComplimentary }: Ticket & { isComplimentary: boolean }) {
  const { t } = useTranslation(['common', 'staff-orders']);
  const { language } = useLanguage();
  const facts: string[] = [];
  if (state === 'refunded') facts.push(t(isComplimentary ? 'staff-orders:tickets.revoked' : 'staff-orders:tickets.refunded'));
  else if (state === 'transferred') facts.push(t('staff-orders:tickets.transferred'));
  else if (usedAt === null) facts.push(t(VALID[claim]));
  if (usedAt !== null) facts.push(t('staff-orders:tickets.used', { date: dateText(usedAt, language, t), time: timeText(usedAt) }));
  return <span className="whitespace-nowrap">{facts.join(' · ')}</span>;
}

export function PaymentTable({ order: { payments }, onDone }: ChangingTables) {
  const { t } = useTranslation(['common', 'staff-orders', 'staff']);
  if (payments.length === 0) return null;
  return (
    <TitledTable
      title={t('staff-orders:payments.title')}
      rows={payments}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'payment',
          title: t('staff-orders:payments.payment'),
          isTitled: true,
          cell: ({ id }) => <span className="type-tabular">{id}</span>,
        },
        { key: 'bank', title: t('staff-orders:payments.bank'), cell: ({ provider }) => provider.toUpperCase() },
        {
          key: 'bank_order',
          title: t('staff-orders:payments.bank_order'),
          cell: ({ providerOrderId }) => <span className="whitespace-nowrap">{providerOrderId ?? '–'}</span>,
        },
        { key: 'state', title: t('staff:status'), place: 'state', cell: ({ state }) => <PaymentState state={state} /> },
        { key: 'amount', title: t('staff-orders:payments.amount'), isNumber: true, cell: ({ amount }) => <Money gel={amount} /> },
        { key: 'captured', title: t('staff-orders:payments.captured'), isNumber: true, cell: ({ captured }) => <Money gel={captured} /> },
        { key: 'promised', title: t('staff-orders:payments.refunds'), isNumber: true, cell: ({ refund }) => <Money gel={refund} /> },
        {
          key: 'actions',
          title: t('staff:actions'),
          place: 'line',
          cell: (payment) => <SettleNow payment={payment} onDone={onDone} />,
        },
      ]}
    />
  );
}

const OPEN_PAYMENTS: ReadonlySet<StaffPaymentView['state']> = new Set(['created', 'pending', 'flagged', 'refunding']);

function SettleNow({ payment: { id, state }, onDone }: { payment: StaffPaymentView; onDone(text: string): void }) {
  const { t } = useTranslation(['common', 'staff-orders']);
  const command = useCommand(() => staffApi.staffMoney.syncPaymentNow({ id }), {
    onSuccess: (settled) => onDone(t('staff-orders:payments.settled', { state: t(`staff-orders:payments.states.${settled.state}`) })),
  });
  if (!OPEN_PAYMENTS.has(state)) return '–';
  return (
    <CommandButton look="quiet" size="small" command={command}>
      {t('staff-orders:payments.settle')}
    </CommandButton>
  );
}

export function RefundTable({ order: { refunds }, onDone }: ChangingTables) {
  const { t } = useTranslation(['common', 'staff-orders', 'staff']);
  if (refunds.length === 0) return null;
  return (
    <TitledTable
      title={t('staff-orders:refunds.title')}
      rows={refunds}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'refund',
          title: t('staff-orders:refunds.refund'),
          isTitled: true,
          cell: ({ id }) => <span className="type-tabular">{id}</span>,
        },
        { key: 'at', title: t('staff:date'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { key: 'amount', title: t('staff-orders:payments.amount'), isNumber: true, cell: ({ amount }) => <Money gel={amount} /> },
        { key: 'reason', title: t('staff:reason'), cell: ({ reason }) => t(`staff-orders:refunds.reasons.${reason}`) },
        { key: 'note', title: t('staff-orders:refunds.note'), cell: ({ note }) => note },
        { key: 'state', title: t('staff:status'), place: 'state', cell: ({ state }) => <RefundState state={state} /> },
        {
          key: 'actions',
          title: t('staff:actions'),
          place: 'line',
          cell: (refund) => <RetryRefund refund={refund} onDone={onDone} />,
        },
      ]}
    />
  );
}

function RetryRefund({ refund: { id, state }, onDone }: { refund: RefundView; onDone(text: string): void }) {
  const { t } = useTranslation(['common', 'staff-orders']);
  const command = useCommand(() => staffApi.staffMoney.retryRefund({ id }), {
    onSuccess: (refund) => onDone(t('staff-orders:refunds.retried', { state: t(`staff-orders:refunds.states.${refund.state}`) })),
  });
  if (state !== 'failed') return '–';
  return (
    <CommandButton look="quiet" size="small" command={command}>
      {t('staff-orders:refunds.retry')}
    </CommandButton>
  );
}

export function LedgerTable({ order: { ledger } }: Tables) {
  const { t } = useTranslation(['common', 'staff-orders', 'staff']);
  if (ledger.length === 0) return null;
  const accountOf = (account: string) => LEDGER_ACCOUNTS.find((known) => known === account) ?? 'unclear';
  return (
    <details>
      <summary className="min-h-11 content-center font-bold">{t('staff-orders:ledger.title')}</summary>
      <DataTable
        caption={t('staff-orders:ledger.title')}
        rows={ledger}
        keyOf={({ movement, account }) => `${movement} ${account}`}
        columns={[
          { key: 'movement', title: t('staff-orders:ledger.movement'), cell: ({ movement }) => movementText(movement, t) },
          { key: 'at', title: t('staff:date'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
          {
            key: 'account',
            title: t('staff-orders:ledger.account'),
            cell: ({ account }) => t(`staff-orders:ledger.accounts.${accountOf(account)}`),
          },
          {
            key: 'amount',
            title: t('staff-orders:payments.amount'),
            isNumber: true,
            isTitled: false,
            place: 'state',
            cell: ({ amount }) => <Money gel={amount} />,
          },
        ]}
      />
    </details>
  );
}
