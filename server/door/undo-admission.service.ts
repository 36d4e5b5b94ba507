import { randomUUID } from 'node:crypto';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { AppError } from '#shared/errors.ts';
import { findScan } from './door.queries.ts';
import { FREED, scans } from './door.table.ts';
import { isFilledByName } from './entry-arrivals.queries.ts';
import { findEarlier, findUndone, lockTickets, setUsedAt } from './scans/device-scans.queries.ts';
import { isAdmission, opensVisit } from './scans/scan-rows.ts';

/**
 * Undoes a wrong admission by an account or a phone; admission and undo are both kept. The ticket is unused again if no one who came in
 * with it is left inside. @throws unauthorized; nothing_to_undo if the scan admitted no one with a ticket, or the ticket is in a later
 * visit
 */
export function undoAdmission(ctx: Context, scanId: string): Promise<{ isUnused: boolean }> {
  const { userId: staffId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    const named = await findScan(tx.db, scanId);
    const [ticket] = named?.ticketId ? await lockTickets(tx.db, [named.ticketId]) : [];
    if (!ticket) throw new AppError('nothing_to_undo');
    // The ticket's lock prevents other doors from adding to these.
    const ofTicket = await findEarlier(tx.db, { scanIds: [], entryIds: [], ticketIds: [ticket.id] });
    const undone = await findUndone(
      tx.db,
      ofTicket.flatMap((scan) => scan.scanId ?? []),
    );
    if (undone.has(scanId)) return { isUnused: ticket.usedAt === null };
    const admissions = ofTicket.filter((scan) => isAdmission(scan) && !undone.has(scan.scanId ?? ''));
    const target = admissions.find((scan) => scan.scanId === scanId);
    const visit = 1 + ofTicket.filter(opensVisit).length;
    if (!target || target.visit !== visit) throw new AppError('nothing_to_undo');
    const isUnused = admissions.length === 1 && !(await isFilledByName(tx.db, ticket.id));
    await tx.db.insert(scans).values({
      scanId: randomUUID(),
      ticketId: ticket.id,
      staffId,
      kind: 'undo',
      result: 'noted',
      reason: isUnused ? FREED : 'undone',
      isManual: true,
      decidedAt: tx.clock.now(),
      undoneScanId: scanId,
      visit,
      eventId: target.eventId,
    });
    if (isUnused) await setUsedAt(tx.db, ticket.id, null);
    await recordAction(tx, {
      action: 'door.undo',
      subject: `ticket ${ticket.id}`,
      detail: { eventId: ticket.eventId, at: target.decidedAt },
    });
    return { isUnused };
  });
}
