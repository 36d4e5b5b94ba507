import type { Context } from '#server/platform/context.ts';
import { signTicketCode } from '#server/sales/tickets/ticket-code.ts';
import { fullName } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import type { ConflictView, PhoneConflict } from '#shared/door/conflicts.ts';
import { lookupKeyOf } from '#shared/door/encrypted-row.ts';
import { type ConflictRow, findConflicts } from './conflicts.queries.ts';

const CONFLICTS_SHOWN = 50;

/** Admissions at an event's doors that should not have happened, newest first, for staff. */
export const listConflicts = async ({ db }: Pick<Context, 'db'>, eventId: number): Promise<ConflictView[]> =>
  (await findConflicts(db, eventId, CONFLICTS_SHOWN)).map((row) => {
    const { id, reason, ticketId, entryId, list, people } = row;
    const guest = row.guest ?? row.onList;
    const entry = entryId === null || list === null ? null : { id: entryId, list, people };
    const { admissions, isOrderCertain } = orderOf(row, row.firstStaff ? fullName(row.firstStaff) : '');
    const doors = admissions.map(({ door, at, uncertaintyMs }) => ({ door, at, uncertaintyMs }));
    return { id, reason, ticketId, guest, entry, admissions: doors, isOrderCertain };
  });

/** Conflicts as phones get them: without ids and without names, including those of staff. */
export const listPhoneConflicts = async ({ db, keys }: Pick<Context, 'db' | 'keys'>, eventId: number): Promise<PhoneConflict[]> =>
  Promise.all(
    (await findConflicts(db, eventId, CONFLICTS_SHOWN)).map(async (row) => {
      const { id, reason, ticketId, ticket, entryId } = row;
      const code = ticketId === null || ticket === null ? undefined : signTicketCode(keys, { id: ticketId, ...ticket });
      return { id, reason, key: code === undefined ? null : await lookupKeyOf(code), entryId, ...orderOf(row, '') };
    }),
  );

const TWICE: ReadonlySet<string> = new Set(['ticket_used', 'entry_used']);

type Timed = { door: string; at: Date; uncertaintyMs: number; scannerDeviceId: string | null };

/** The admissions of a conflict in their true order, as far as the phones' clocks allow. */
function orderOf(row: ConflictRow, staffName: string): Pick<PhoneConflict, 'admissions' | 'isOrderCertain'> {
  const { second } = row;
  const times: Timed[] = [];
  if (row.firstAt && TWICE.has(row.reason)) {
    times.push({
      door: row.firstDoor ?? staffName,
      at: row.firstAt,
      uncertaintyMs: row.firstUncertaintyMs ?? 0,
      scannerDeviceId: row.firstScannerDeviceId,
    });
  }
  times.push({ ...second, uncertaintyMs: second.uncertaintyMs ?? 0 });
  const [earlier, later] = times.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return {
    admissions: [earlier, later].flatMap((one) => (one ? { ...one, at: toWireTime(one.at) } : [])),
    isOrderCertain: !earlier || !later || later.at.getTime() - earlier.at.getTime() > earlier.uncertaintyMs + later.uncertaintyMs,
  };
}
