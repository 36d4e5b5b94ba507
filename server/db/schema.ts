/** Every table, for the migrations and the query builder. */
export * from '#server/accounts/accounts.table.ts';
export * from '#server/alerts/alerts.table.ts';
export * from '#server/audit/audit.table.ts';
export * from '#server/cart/cart.table.ts';
export * from '#server/door/door.table.ts';
export * from '#server/enquiries/enquiries.table.ts';
export * from '#server/events/events.table.ts';
export * from '#server/fake-bank/fake-bank.table.ts';
export * from '#server/gallery/gallery.table.ts';
export * from '#server/http/idempotency.table.ts';
export * from '#server/mail/mail.table.ts';
export * from '#server/orders/orders.table.ts';
export * from '#server/page-views/page-views.table.ts';
export * from '#server/payments/bulk-refunds.table.ts';
export * from '#server/payments/ledger.table.ts';
export * from '#server/payments/payments.table.ts';
export * from '#server/tickets/tickets.table.ts';
