import { type AuditAction, BY_LINK } from '#shared/staff/audit.contract.ts';
import { requireUser, type Context } from '#server/platform/context.ts';
import { auditEntries } from '#server/platform/platform.table.ts';

type Action = { action: AuditAction; subject: string; detail: Record<string, unknown> };

/** Writes an audit entry in the transaction of its command (I14). @throws unauthorized */
export async function recordAction(tx: Context, action: Action): Promise<void> {
  const { userId: staffId } = requireUser(tx);
  await tx.db.insert(auditEntries).values({ ...action, staffId, createdAt: tx.clock.now() });
}

/** Records an action of a phone at the door under the name of its pass. */
export async function recordScannerDeviceAction(tx: Context, scannerDeviceName: string, action: Action): Promise<void> {
  await tx.db.insert(auditEntries).values({ ...action, scannerDeviceName, createdAt: tx.clock.now() });
}

/** Records an action of a guest list's owner, who uses a link without an account. */
export const recordLinkAction = (tx: Context, action: Action): Promise<void> => recordScannerDeviceAction(tx, BY_LINK, action);
