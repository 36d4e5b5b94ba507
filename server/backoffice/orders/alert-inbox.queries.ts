import { and, desc, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { alerts } from '#server/platform/platform.table.ts';

const orderOfAlert = sql<number | null>`case
  when ${alerts.subject} ~ '^payment [0-9]+$' then (select p.order_id from payments p where p.id = substr(${alerts.subject}, 9)::bigint)
  when ${alerts.subject} ~ '^refund [0-9]+$' then
    (select p.order_id from refunds r join payments p on p.id = r.payment_id where r.id = substr(${alerts.subject}, 8)::bigint)
end`.mapWith((id: unknown) => (id === null ? null : Number(id)));

/** Newest first. */
export const findOpenAlertsWithOrders = (db: Db, { before, limit }: { before?: number | undefined; limit: number }) =>
  db
    .select({ alert: alerts, orderId: orderOfAlert })
    .from(alerts)
    .where(and(isNull(alerts.resolvedAt), before === undefined ? undefined : lt(alerts.id, before)))
    .orderBy(desc(alerts.id))
    .limit(limit);
