import { sql, type SQL } from 'drizzle-orm';
import { REFUND_UNDONE } from '#server/door/door.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { REJECT_REASONS, type RejectReason } from '#shared/door/scanner-devices.ts';

/** `denialHours`: how long each door hears of a rejection. */
type Recent = { now: Date; denialHours: number };
type Rejected = { ticketId: number; at: Date; door: string; reason: RejectReason };

/**
 * The last rejection by a door of the holder of each ticket, within the last hours, unless it was undone or somebody came in with the ticket
 * since. `door`: the name of the scanner device, empty for staff.
 */
async function findRejections(db: Db, ofTickets: SQL, { now, denialHours }: Recent): Promise<Rejected[]> {
  const { rows } = await db.execute<Omit<Rejected, 'at' | 'reason'> & { at: number; reason: string }>(sql`
    select distinct on (s.ticket_id) s.ticket_id::float8 as "ticketId", extract(epoch from s.decided_at)::float8 * 1000 as at,
      coalesce(d.name, '') as door, s.reason
    from scans s left join scanner_devices d on d.id = s.scanner_device_id
    where s.ticket_id in (${ofTickets}) and s.result = 'rejected' and s.reason <> 'banned'
      and s.decided_at > ${now}::timestamptz - make_interval(hours => ${denialHours})
      and not exists (select 1 from scans u where u.undone_scan_id = s.scan_id and u.reason <> ${REFUND_UNDONE})
      and not exists (select 1 from scans a where a.ticket_id = s.ticket_id and a.kind = 'in' and a.result in ('accepted', 'conflict')
        and a.decided_at >= s.decided_at and not exists (select 1 from scans u where u.undone_scan_id = a.scan_id))
    order by s.ticket_id, s.decided_at desc, s.id desc`);
  return rows.map(({ at, reason, ...row }) => ({
    ...row,
    at: new Date(at),
    reason: REJECT_REASONS.find((known) => known === reason) ?? 'rejected_by_staff',
  }));
}

/** Rejected holders of an event's tickets. */
export const findRejectionsAtEvent = async (db: Db, eventId: number, recent: Recent): Promise<ReadonlyMap<number, Rejected>> =>
  new Map(
    (await findRejections(db, sql`select id from tickets where event_id = ${eventId}`, recent)).map((one) => [one.ticketId, one] as const),
  );

export const findRejection = async (db: Db, ticketId: number, recent: Recent): Promise<Rejected | undefined> =>
  (await findRejections(db, sql`select ${ticketId}::bigint`, recent))[0];
