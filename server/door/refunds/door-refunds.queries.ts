import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { events } from '#server/content/content.table.ts';
import { scannerDevices, scans } from '#server/door/door.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

const undo = alias(scans, 'undo');

/** A refusal with a refund that was not undone, with its scanner device, its event's policy, and the order of its ticket if that is still valid. */
export async function findDueRefund(db: Db, scanId: string) {
  const [row] = await db
    .select({
      ticketId: tickets.id,
      orderId: orderLines.orderId,
      reason: scans.refundReason,
      scannerDeviceName: scannerDevices.name,
      makerId: scannerDevices.createdBy,
      isAllowed: sql<boolean>`${events.refusalRefunds} and ${scannerDevices.revokedAt} is null`,
    })
    .from(scans)
    .innerJoin(scannerDevices, eq(scannerDevices.id, scans.scannerDeviceId))
    .innerJoin(tickets, eq(tickets.id, scans.ticketId))
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .leftJoin(undo, eq(undo.undoneScanId, scans.scanId))
    .where(
      and(eq(scans.scanId, scanId), isNotNull(scans.refundReason), isNull(undo.id), eq(tickets.state, 'valid'), isNull(tickets.usedAt)),
    );
  return row;
}
