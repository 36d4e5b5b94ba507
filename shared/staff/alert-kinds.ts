/** Everything the server may alert staff to. Each has its words in `staff-orders`. */
export const ALERT_KINDS = [
  'payment_flagged',
  'refund_failed',
  'refund_slow',
  'bulk_refund_stuck',
  'books_differ',
  'reconcile_failed',
  'session_reused',
  'proxy_not_trusted',
  'proxy_silent',
  'database_refused_writes',
] as const;
