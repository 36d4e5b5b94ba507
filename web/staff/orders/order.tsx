import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { fullName } from '#shared/accounts/account-rules.ts';
import { moneyText } from '#shared/money.ts';
import type { RefundView, StaffOrderView } from '#shared/staff/money.contract.ts';
import type { OrderMoment } from '#shared/staff/orders.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { CommandButton } from '#web/staff/components/command-button.tsx';
import { Facts, Moment } from '#web/staff/components/data-table.tsx';
import { useCommand } from '#web/staff/components/use-command.ts';
import { LinkWith, OnlyWith } from '#web/staff/rights.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { SuccessNote } from '#web/ui/success-note.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Money } from '#web/ui/value-text.tsx';
import { DecidePayment } from './decide-payment.tsx';
import { failureText, momentText, OrderState, Part } from './order-parts.tsx';
import { LedgerTable, PaymentTable, RefundTable, TicketTable } from './order-tables.tsx';
import { RefundDialog, validTickets } from './refund-dialog.tsx';

/** One order with its tickets, payments, refunds and history. `onChange`: a command may have changed its row. */
export default function Order({ id, onChange }: { id: number; onChange(): void }) {
  const { t } = useTranslation(['common', 'staff-orders', 'errors']);
  const loaded = useQuery({
    queryKey: ['order', id],
    queryFn: async ({ signal }) => {
      const [order, moments] = await Promise.all([
        staffApi.staffMoney.order({ id }, { signal }),
        staffApi.staffOrders.timeline({ id }, { signal }),
      ]);
      return { order, moments };
    },
  });
  const reload = () => void loaded.refetch();
  const [done, setDone] = useState<{ text: string; at: number }>();
  const showDone = (text: string) => {
    setDone({ text, at: Date.now() });
    reload();
    onChange();
  };
  return (
    <>
      <SectionTitle end={loaded.data && <Commands order={loaded.data.order} onDone={showDone} />}>
        {t('staff-orders:order_title', { id })}
      </SectionTitle>
      {done && <SuccessNote key={done.at} text={done.text} />}
      {loaded.error && <ErrorState message={errorText(loaded.error, t)} onRetry={reload} />}
      {loaded.isPending && <Skeleton className="h-96 w-full" />}
      {loaded.data && (
        <div aria-busy={loaded.isFetching || undefined} className="mt-4 flex flex-col gap-7">
          <OrderFacts order={loaded.data.order} moments={loaded.data.moments} />
          {loaded.data.order.payments
            .filter(({ state }) => state === 'flagged')
            .map((payment) => (
              <DecidePayment key={payment.id} payment={payment} onDone={() => showDone(t('staff-orders:decide.done'))} />
            ))}
          <TicketTable order={loaded.data.order} />
          <PaymentTable order={loaded.data.order} onDone={showDone} />
          <RefundTable order={loaded.data.order} onDone={showDone} />
          <Timeline moments={loaded.data.moments} />
          <LedgerTable order={loaded.data.order} />
        </div>
      )}
    </>
  );
}

function OrderFacts({ order, moments }: { order: StaffOrderView; moments: readonly OrderMoment[] }) {
  const { t } = useTranslation(['common', 'staff-orders', 'staff']);
  const { payments, gift: complimentary } = order;
  const failure = order.state === 'failed' ? failureText(moments, t) : undefined;
  const facts = [
    [
      t('staff:status'),
      <Fragment key="state">
        <OrderState state={order.state} isFlagged={payments.some(({ state }) => state === 'flagged')} />
        {failure !== undefined && <span className="text-muted"> · {failure}</span>}
      </Fragment>,
    ],
    [t('staff:total'), <Money key="total" gel={order.total} />],
    [t('staff:date'), <Moment key="ordered" at={order.createdAt} />],
    [t('staff:guest'), <Guest key="guest" guest={order.guest} />],
    ...(complimentary
      ? [
          [
            t(`staff-orders:complimentary.${complimentary.receipt === null ? 'title' : 'register_title'}`),
            <Complimentary key="complimentary" order={order} complimentary={complimentary} />,
          ] as const,
        ]
      : []),
    [t('staff:email_language'), t(`languages.${order.language}`)],
  ] as const;
  return <Facts facts={facts} />;
}

/** A deleted account has no page and no address. */
function Guest({ guest }: Pick<StaffOrderView, 'guest'>) {
  const { id, email, isDeleted } = guest;
  const name = <bdi>{fullName(guest)}</bdi>;
  if (isDeleted) return name;
  return (
    <>
      <LinkWith right="guests.read" to={staffPath(`guests/${id}`)} className="link">
        {name}
      </LinkWith>
      {` · ${email}`}
    </>
  );
}

function Complimentary({ order: { lines }, complimentary }: { order: StaffOrderView; complimentary: NonNullable<StaffOrderView['gift']> }) {
  const { t } = useTranslation('staff-orders');
  const { receipt, reason, givenBy: name } = complimentary;
  const [line] = lines;
  return (
    <>
      {receipt === null ? t('complimentary.issued', { name, reason }) : t('complimentary.register', { name, receipt })}
      {receipt !== null && reason !== '' && <span className="block">{reason}</span>}
      {complimentary.revokedAt !== null && (
        <span className="block">{t('complimentary.revoked', { reason: complimentary.revokeReason ?? '' })}</span>
      )}
      {line && (
        <OnlyWith right="tickets.give">
          <Link to={staffPath(`events/${line.eventId}/tickets`)} className="link block w-fit">
            {t('complimentary.open')}
          </Link>
        </OnlyWith>
      )}
    </>
  );
}

function Commands({ order, onDone }: { order: StaffOrderView; onDone(text: string): void }) {
  const { t } = useTranslation(['common', 'staff-orders']);
  const [isRefunding, setRefunding] = useState(false);
  const mailAgain = useCommand((_: void, idempotencyKey) => staffApi.staffOrders.mailAgain({ id: order.id }, { idempotencyKey }), {
    onSuccess: () => onDone(t('staff-orders:mail.done')),
  });
  if (validTickets(order).length === 0) return null;
  const refunded = ({ amount, state }: RefundView) => {
    setRefunding(false);
    onDone(t(`staff-orders:refund.${state === 'confirmed' ? 'confirmed' : 'done'}`, { amount: moneyText(amount) }));
  };
  return (
    <>
      <CommandButton look="secondary" size="small" command={mailAgain}>
        {t('staff-orders:mail.again')}
      </CommandButton>
      {order.gift === null && (
        <Button look="danger" size="small" onClick={() => setRefunding(true)}>
          {t('staff-orders:refund.open')}
        </Button>
      )}
      {isRefunding && <RefundDialog order={order} onClose={() => setRefunding(false)} onDone={refunded} />}
    </>
  );
}

/** Kinds whose note a person wrote. */
const SPOKEN: ReadonlySet<OrderMoment['kind']> = new Set(['refund', 'staff']);

/** What happened to an order, oldest first. */
function Timeline({ moments }: { moments: readonly OrderMoment[] }) {
  const { t } = useTranslation(['common', 'staff-orders', 'staff-audit', 'staff']);
  return (
    <Part title={t('staff:history')}>
      <ol className="mt-2 flex flex-col">
        {moments.map((moment, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list is only ever read anew as a whole
          <li key={place} className="flex flex-wrap gap-x-5 border-b border-hairline py-2">
            <span className="w-60 text-muted">
              <Moment at={moment.at} />
            </span>
            <span>
              {momentText(moment, t)}
              {moment.by !== null && <span className="text-muted"> · {t('staff-orders:timeline.by', { name: moment.by })}</span>}
              {SPOKEN.has(moment.kind) && moment.note !== null && moment.note !== '' && <q className="ms-2 text-muted">{moment.note}</q>}
            </span>
          </li>
        ))}
      </ol>
    </Part>
  );
}
