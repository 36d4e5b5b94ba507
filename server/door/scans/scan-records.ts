import { TAMPERED } from '#server/door/door.table.ts';
import { raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import { recordPassAction } from '#server/platform/audit/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { countTampered, type NewPassScan } from './pass-scans.queries.ts';

/** Writes each new conflict to the audit log, under the name of its pass. */
export async function recordConflicts(tx: Context, passName: string, rows: readonly NewPassScan[]): Promise<void> {
  for (const { result, reason, ticketId, entryId, people, passId, eventId } of rows) {
    if (result !== 'conflict') continue;
    const subject = ticketId !== null ? `ticket ${ticketId}` : entryId !== null ? `entry ${entryId}` : `pass ${passId}`;
    const detail = { eventId, reason, ...(entryId !== null && { came: people }) };
    await recordPassAction(tx, passName, { action: 'door.conflict', subject, detail });
  }
}

const MINUTE_MS = 60_000;
const TAMPERED_MOST = 2;

/** Raises an alert when a phone has read three codes within a minute that are none of ours. */
export async function alertOfTampering(tx: Context, pass: { passId: string; name: string }, rows: readonly NewPassScan[]): Promise<void> {
  const times = rows.filter(({ reason }) => reason === TAMPERED).map(({ decidedAt }) => decidedAt.getTime());
  if (times.length === 0) return;
  const since = new Date(Math.max(...times) - MINUTE_MS);
  const count = await countTampered(tx.db, { passId: pass.passId, since });
  if (count <= TAMPERED_MOST) return;
  const detail = `The pass “${pass.name}” read ${count} codes within a minute that are none of ours.`;
  await raiseAlert(tx, { kind: 'door_tampered', subject: `pass ${pass.passId}`, detail });
}
