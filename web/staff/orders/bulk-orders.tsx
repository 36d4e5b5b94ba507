import { useState } from 'react';
import { fullName } from '#shared/accounts/account-rules.ts';
import { moneyText, toGel, toTetri } from '#shared/money.ts';
import type { OrderRow } from '#shared/staff/orders.contract.ts';
import { REASON_MAX, ReasonInput } from '#shared/staff/reason.schemas.ts';
import { BulkDialog } from '#web/staff/components/bulk-dialog.tsx';
import { useExport } from '#web/staff/components/file-command.ts';
import { ReasonDraft } from '#web/staff/components/reason-dialog.tsx';
import type { BulkCommand, DialogEnd, Selection } from '#web/staff/components/selection.tsx';
import { useStoredDraft } from '#web/staff/components/staff-form.ts';
import { useMay } from '#web/staff/rights.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { TextArea } from '#web/ui/fields.tsx';
import { Kept } from '#web/ui/kept.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { TransferWarning } from './refund-dialog.tsx';

/** What may be done with chosen orders; nothing without a right to any of it. */
export function useOrderSelection(reload: () => void): Selection<OrderRow> | undefined {
  const { t } = useTranslation(['common', 'staff', 'staff-orders']);
  const may = useMay();
  const saveFile = useExport('orders.csv', (body) => staffApi.staffOrders.chosenOrdersFile({ body }));
  const nameOf = ({ id, guest }: OrderRow) => t('staff-orders:bulk_commands.name', { id, guest: fullName(guest) });
  const commands: BulkCommand<OrderRow>[] = [
    ...(may('orders.mail')
      ? [
          {
            name: t('staff-orders:mail.again'),
            fits: ({ state }: OrderRow) => state === 'paid',
            dialog: (rows: OrderRow[], { onClose, finish }: DialogEnd) => (
              <BulkDialog
                title={t('staff-orders:bulk_commands.mail_title', { count: rows.length })}
                confirm={t('staff-orders:mail.again')}
                rows={rows}
                nameOf={nameOf}
                send={({ id }, idempotencyKey) => staffApi.staffOrders.mailAgain({ id }, { idempotencyKey })}
                onClose={onClose}
                onDone={finish}
              />
            ),
          },
        ]
      : []),
    ...(may('money.refund')
      ? [
          {
            name: t('staff-orders:bulk_commands.refund'),
            isDanger: true,
            fits: (order: OrderRow) => order.state === 'paid' && remaining(order) > 0,
            dialog: (rows: OrderRow[], { onClose, finish }: DialogEnd) => (
              <RefundOrders
                rows={rows}
                nameOf={nameOf}
                onClose={onClose}
                onDone={() => {
                  finish();
                  reload();
                }}
              />
            ),
          },
        ]
      : []),
    ...(may('guests.export') ? [{ name: t('staff:selection.export'), run: (rows: OrderRow[]) => saveFile(rows.map(({ id }) => id)) }] : []),
  ];
  return commands.length > 0 ? { nameOf, commands } : undefined;
}

/** What of an order is not refunded, in tetri. */
const remaining = ({ total, refund }: OrderRow): number => toTetri(total) - toTetri(refund);

type RefundOrdersProps = { rows: OrderRow[]; nameOf(order: OrderRow): string; onClose(): void; onDone(): void };

const NO_REASON = { reason: '' };

/** All tickets that are left of each order; a used one makes the server refuse its order. */
function RefundOrders({ rows, onDone, ...dialog }: RefundOrdersProps) {
  const { t } = useTranslation(['common', 'staff-orders', 'forms', 'staff']);
  const draft = useStoredDraft('refund-orders', ReasonDraft, NO_REASON);
  const { reason } = draft.value;
  const [isMissing, setMissing] = useState(false);
  const amount = moneyText(toGel(rows.reduce((sum, order) => sum + remaining(order), 0)));
  const mayBegin = () => {
    const { success } = ReasonInput.safeParse({ reason });
    setMissing(!success);
    return success;
  };
  return (
    <BulkDialog
      title={t('staff-orders:bulk_commands.refund_title', { count: rows.length })}
      text={t('staff-orders:bulk_commands.refund_text', { amount })}
      confirm={t('staff-orders:refund.submit', { amount })}
      isDanger
      rows={rows}
      send={({ id }, idempotencyKey) => staffApi.staffMoney.refundOrder({ id, body: { reason: reason.trim() } }, { idempotencyKey })}
      mayBegin={mayBegin}
      onDone={() => {
        draft.reset(NO_REASON);
        onDone();
      }}
      {...dialog}
    >
      <Kept isRestored={draft.isRestored} discard={() => draft.reset(NO_REASON)} />
      <TransferWarning ids={rows.flatMap(({ transferred }) => transferred)} />
      <TextArea
        label={t('staff:reason')}
        hint={t('staff-orders:refund.reason_hint')}
        rows={3}
        maxLength={REASON_MAX}
        value={reason}
        error={isMissing ? t('staff-orders:refund.reason_required') : undefined}
        onChange={({ target }) => draft.change({ reason: target.value })}
      />
    </BulkDialog>
  );
}
