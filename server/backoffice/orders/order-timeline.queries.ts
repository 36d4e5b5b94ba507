import { asc, eq, inArray, like, or } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { scannerDevices, scans } from '#server/door/door.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { auditEntries, mails } from '#server/platform/platform.table.ts';
import { paymentCallbacks } from '#server/sales/tables/payments.table.ts';

const staffName = { firstName: users.firstName, lastName: users.lastName };

export const findCallbacks = (db: Db, paymentIds: readonly number[]) =>
  db
    .select({
      paymentId: paymentCallbacks.paymentId,
      isSigned: paymentCallbacks.isSigned,
      times: paymentCallbacks.times,
      receivedAt: paymentCallbacks.receivedAt,
    })
    .from(paymentCallbacks)
    .where(inArray(paymentCallbacks.paymentId, [...paymentIds]))
    .orderBy(asc(paymentCallbacks.id));

/** Mails with these keys, and mails whose key begins with one of them and a colon. */
export const findMailsAbout = (db: Db, keys: readonly string[]) =>
  db
    .select({ kind: mails.kind, state: mails.state, createdAt: mails.createdAt, sentAt: mails.sentAt })
    .from(mails)
    .where(or(inArray(mails.key, [...keys]), ...keys.map((key) => like(mails.key, `${key}:%`))))
    .orderBy(asc(mails.id));

export const findScansOfTickets = (db: Db, ticketIds: readonly number[]) =>
  db
    .select({
      ticketId: scans.ticketId,
      kind: scans.kind,
      result: scans.result,
      reason: scans.reason,
      decidedAt: scans.decidedAt,
      staff: staffName,
      scannerDevice: scannerDevices.name,
    })
    .from(scans)
    .leftJoin(users, eq(users.id, scans.staffId))
    .leftJoin(scannerDevices, eq(scannerDevices.id, scans.scannerDeviceId))
    .where(inArray(scans.ticketId, [...ticketIds]))
    .orderBy(asc(scans.id));

export const findActions = (db: Db, subjects: readonly string[]) =>
  db
    .select({
      action: auditEntries.action,
      detail: auditEntries.detail,
      createdAt: auditEntries.createdAt,
      scannerDeviceName: auditEntries.scannerDeviceName,
      staff: staffName,
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.staffId))
    .where(inArray(auditEntries.subject, [...subjects]))
    .orderBy(asc(auditEntries.id));
