/** Every table, for the migrations and the query builder. */
export * from '#server/accounts/accounts.table.ts';
export * from '#server/accounts/email-change/email-change.table.ts';
export * from '#server/accounts/email-proof/email-proof.table.ts';
export * from '#server/accounts/set-up/set-up.table.ts';
export * from '#server/accounts/second-factor/second-factor.table.ts';
export * from '#server/platform/platform.table.ts';
export * from '#server/sales/cart/cart.table.ts';
export * from '#server/door/door.table.ts';
export * from '#server/office/office.table.ts';
export * from '#server/content/content.table.ts';
export * from '#server/demo/demo.table.ts';
export * from '#server/fake-bank/fake-bank.table.ts';
export * from '#server/sales/lists/lists.table.ts';
export * from '#server/sales/orders/orders.table.ts';
export * from '#server/sales/payments/payments.table.ts';
export * from '#server/sales/payments/test-orders/test-orders.table.ts';
export * from '#server/sales/tickets/tickets.table.ts';
