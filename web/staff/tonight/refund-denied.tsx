import { fullName } from '#shared/accounts/account-rules.ts';
import type { DoorDecision } from '#shared/staff/tonight.contract.ts';
import { toast } from '#web/lib/toast.ts';
import { useCommand } from '#web/staff/components/use-command.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { ConfirmDialog } from '#web/staff/ui/dialog.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

export type Refundable = DoorDecision & { ticketId: number; refundableOrderId: number };

export const isRefundable = (decision: DoorDecision): decision is Refundable =>
  decision.refundableOrderId !== null && decision.ticketId !== null;

type RefundDeniedProps = { decision: Refundable; onDone(): void; onClose(): void };

/** The confirmation before a denied guest's ticket is refunded; the stream then shows the change. */
export function RefundDenied({ decision: { guest, ticketId, refundableOrderId }, onDone, onClose }: RefundDeniedProps) {
  const { t } = useTranslation('staff-tonight');
  const name = fullName(guest);
  const body = { tickets: [ticketId], reason: t('refund.reason') };
  const command = useCommand(
    (_: void, idempotencyKey) => staffApi.staffMoney.refundOrder({ id: refundableOrderId, body }, { idempotencyKey }),
    {
      onSuccess() {
        toast.success(t('refund.asked', { name }));
        onDone();
      },
      onSettled: onClose,
    },
  );
  return (
    <ConfirmDialog
      title={t('refund.title', { name })}
      text={t('refund.text', { id: ticketId })}
      confirm={t('refund.open')}
      isPending={command.isPending}
      onConfirm={() => command.run()}
      onClose={onClose}
    />
  );
}
