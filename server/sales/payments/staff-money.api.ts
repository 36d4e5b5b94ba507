import { staffContract } from '#shared/staff-api.ts';
import { listAlerts } from '#server/platform/alerts/alerts.service.ts';
import type { Serve } from '#server/platform/http/serve.ts';
import {
  cancelAndRefund,
  refundEveryone,
  resumeRefunding,
  stopRefunding,
  watchRefunding,
} from '#server/sales/payments/refunds/bulk-refunds.service.ts';
import { refundOrder, retryRefund } from '#server/sales/payments/refunds/refunds.service.ts';
import { resolveFlagged, settleNow } from './resolve-flagged.service.ts';

/** What staff does about money. */
export function staffMoneyApi(serve: Serve): void {
  const { staffMoney } = staffContract;
  serve(staffMoney.refundOrder, (ctx, { id, body }) => refundOrder(ctx, id, body));
  serve(staffMoney.retryRefund, (ctx, { id }) => retryRefund(ctx, id));
  serve(staffMoney.settlePayment, (ctx, { id }) => settleNow(ctx, id));
  serve(staffMoney.resolvePayment, (ctx, { id, body }) => resolveFlagged(ctx, { paymentId: id, ...body }));
  serve(staffMoney.cancelEvent, (ctx, { id, body }) => cancelAndRefund(ctx, id, body));
  serve(staffMoney.refundEvent, (ctx, { id, body }) => refundEveryone(ctx, id, body.reason));
  serve(staffMoney.stopEventRefund, (ctx, { id }) => stopRefunding(ctx, id));
  serve(staffMoney.resumeEventRefund, (ctx, { id }) => resumeRefunding(ctx, id));
  serve(staffMoney.eventRefund, (ctx, { id }) => watchRefunding(ctx, id));
  serve(staffMoney.alerts, listAlerts);
}
