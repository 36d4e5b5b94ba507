import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { empty, jsonLongId, wireLongId, wireTime } from '#shared/wire.ts';
import { ReasonInput } from './reason.schemas.ts';
import { pageOf, pageQuery } from './paging.ts';

/** Every kind of alert. Each has its texts in `staff-orders`. */
export const ALERT_KINDS = [
  'payment_flagged',
  'refund_failed',
  'refund_slow',
  'bulk_refund_stuck',
  'test_order_paid',
  'books_differ',
  'reconcile_failed',
  'session_reused',
  'email_change_stopped',
  'proxy_not_trusted',
  'proxy_silent',
  'database_refused_writes',
  'clock_jumped',
  'backup_old',
  'data_inconsistent',
  'publish_stopped',
  'door_silent',
  'door_tampered',
  'door_search',
  'mails_stuck',
  'database_away',
  'secret_foreign',
  'gifts_many',
  'register_many',
] as const;

/** What a comparison of our records with the bank's can find. Each has its text in `staff-orders`. */
export const BOOK_DIFFERENCES = ['ledger_sum', 'ledger_at_bank', 'refunds', 'captured', 'refunded', 'bank_silent'] as const;
/** In GEL: what was found, and what our records of the payment say. */
const BookDifference = z.object({ what: z.enum(BOOK_DIFFERENCES), found: z.number(), recorded: z.number() });
export type BookDifference = z.infer<typeof BookDifference>;

/** The values of an alert's text: `reason` of a flagged payment, `name` of a scanner device, `differences` of records. */
const AlertParams = z.object({
  reason: z.string().optional(),
  name: z.string().optional(),
  differences: z.array(BookDifference).optional(),
});
export type AlertParams = z.infer<typeof AlertParams>;

/** `orderId`: the order of the payment or refund that the alert is about. `detail`: the fault in English. */
export const AlertView = z.object({
  id: jsonLongId,
  kind: z.string(),
  subject: z.string(),
  orderId: jsonLongId.nullable(),
  detail: z.string(),
  params: AlertParams,
  createdAt: wireTime,
});
export type AlertView = z.infer<typeof AlertView>;

export const alertInboxContract = {
  list: endpoint('GET', '/staff/alerts', 'alerts.handle', {
    summary: 'List open alerts, newest first',
    query: z.object(pageQuery),
    output: pageOf(AlertView),
  }),
  dismiss: endpoint('POST', '/staff/alerts/:id/dismiss', 'alerts.handle', {
    summary: 'Resolve an alert',
    params: z.object({ id: wireLongId }),
    body: ReasonInput,
    output: empty,
    invalidStatus: 422,
  }),
};
