import type { Context } from '#server/platform/context.ts';
import { signTicketCode } from '#server/sales/tickets/ticket-code.ts';
import { fullName } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import type { ConflictView, PhoneConflict } from '#shared/door/conflicts.ts';
import { rowKeyOf } from '#shared/door/sealed-row.ts';
import { type ConflictRow, findConflicts } from './conflicts.queries.ts';

const CONFLICTS_SHOWN = 50;

/** Admissions at an event's doors that should not have been, newest first, for staff. */
export const listConflicts = async ({ db }: Pick<Context, 'db'>, eventId: number): Promise<ConflictView[]> =>
  (await findConflicts(db, eventId, CONFLICTS_SHOWN)).map((row) => {
    const { id, reason, ticketId, guest } = row;
    const { admissions, isOrderCertain } = orderOf(row, row.firstStaff ? fullName(row.firstStaff) : '');
    const doors = admissions.map(({ door, at, uncertaintyMs }) => ({ door, at, uncertaintyMs }));
    return { id, reason, ticketId, guest, admissions: doors, isOrderCertain };
  });

/** Conflicts as phones get them: without ids and without names, also those of staff. */
export const listPhoneConflicts = async ({ db, keys }: Pick<Context, 'db' | 'keys'>, eventId: number): Promise<PhoneConflict[]> =>
  Promise.all(
    (await findConflicts(db, eventId, CONFLICTS_SHOWN)).map(async (row) => {
      const { id, reason, ticketId, ticket } = row;
      const code = ticketId === null || ticket === null ? undefined : signTicketCode(keys, { id: ticketId, ...ticket });
      return { id, reason, key: code === undefined ? null : await rowKeyOf(code), ...orderOf(row, '') };
    }),
  );

type Timed = { door: string; at: Date; uncertaintyMs: number; passId: string | null };

/** The admissions of a conflict in their true order, as far as the clocks of the phones tell it. */
function orderOf(row: ConflictRow, staffName: string): Pick<PhoneConflict, 'admissions' | 'isOrderCertain'> {
  const { second } = row;
  const times: Timed[] = [];
  if (row.firstAt && row.reason === 'ticket_used') {
    times.push({ door: row.firstDoor ?? staffName, at: row.firstAt, uncertaintyMs: row.firstUncertaintyMs ?? 0, passId: row.firstPassId });
  }
  times.push({ ...second, uncertaintyMs: second.uncertaintyMs ?? 0 });
  const [earlier, later] = times.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return {
    admissions: [earlier, later].flatMap((one) => (one ? { ...one, at: toWireTime(one.at) } : [])),
    isOrderCertain: !earlier || !later || later.at.getTime() - earlier.at.getTime() > earlier.uncertaintyMs + later.uncertaintyMs,
  };
}
