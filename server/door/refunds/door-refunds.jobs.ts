import { lockScannerDevice } from '#server/door/scanner-devices/scanner-devices.queries.ts';
import { recordScannerDeviceAction } from '#server/platform/audit/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { withPaidStock } from '#server/sales/inventory/inventory.service.ts';
import type { Payment } from '#server/sales/payments/payments.queries.ts';
import { promiseRefund } from '#server/sales/payments/refunds/promise-refund.ts';
import { processRefunds } from '#server/sales/payments/refunds/refund.ts';
import { findDueRefund } from './door-refunds.queries.ts';
import { mayRefund, refundAtDoorJob } from './door-refunds.service.ts';

/**
 * Refunds the ticket of a refused guest, unless the refusal was undone, the guest came in, the scanner device was revoked, or the event's policy or
 * the maker's right is gone. Locks the scanner device so that no undo runs at the same time.
 */
export const refundAtDoor = defineJob({
  ...refundAtDoorJob,
  async run(ctx, { scanId, scannerDeviceId }) {
    const payment = await withPaidStock(ctx, async (tx) => {
      await lockScannerDevice(tx.db, scannerDeviceId);
      return promise(tx, scanId);
    });
    if (payment) await processRefunds(ctx, payment);
  },
});

async function promise(tx: Context, scanId: string): Promise<Payment | undefined> {
  const due = await findDueRefund(tx.db, scanId);
  if (!due || due.reason === null) return undefined;
  const { ticketId, orderId, reason, scannerDeviceName, makerId, isAllowed } = due;
  const [action, subject] = ['door.refund', `order ${orderId}`] as const;
  if (!isAllowed || !(await mayRefund(tx, makerId))) {
    await recordScannerDeviceAction(tx, scannerDeviceName, {
      action: 'door.refund_stopped',
      subject,
      detail: { reason, tickets: [ticketId] },
    });
    return undefined;
  }
  const input = { orderId, reason: 'staff', note: reason, requestedBy: makerId, evenIfUsed: false, ticketIds: [ticketId] } as const;
  const promised = await promiseRefund(tx, input);
  if (!promised) return undefined;
  const { id: refundId, amountTetri } = promised.refund;
  await recordScannerDeviceAction(tx, scannerDeviceName, {
    action,
    subject,
    detail: { reason, tickets: [ticketId], refundId, amountTetri },
  });
  return promised.payment;
}
