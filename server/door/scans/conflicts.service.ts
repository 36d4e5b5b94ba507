import type { Context } from '#server/platform/context.ts';
import { fullName } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import type { ConflictView } from '#shared/door/conflicts.ts';
import { type ConflictRow, findConflicts } from './conflicts.queries.ts';

const CONFLICTS_SHOWN = 50;

/** Admissions at an event's doors that should not have been, newest first. */
export const listConflicts = async ({ db }: Pick<Context, 'db'>, eventId: number): Promise<ConflictView[]> =>
  (await findConflicts(db, eventId, CONFLICTS_SHOWN)).map(toView);

type Timed = { door: string; at: Date; uncertaintyMs: number };

function toView(row: ConflictRow): ConflictView {
  const { id, reason, ticketId, guest, second } = row;
  const times: Timed[] = [{ ...second, uncertaintyMs: second.uncertaintyMs ?? 0 }];
  if (row.firstAt && reason === 'ticket_used') {
    const door = row.firstDoor ?? (row.firstStaff ? fullName(row.firstStaff) : '');
    times.push({ door, at: row.firstAt, uncertaintyMs: row.firstUncertaintyMs ?? 0 });
  }
  const [earlier, later] = times.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return {
    id,
    reason,
    ticketId,
    guest,
    admissions: [earlier, later].flatMap((one) => (one ? { ...one, at: toWireTime(one.at) } : [])),
    isOrderCertain: !earlier || !later || later.at.getTime() - earlier.at.getTime() > earlier.uncertaintyMs + later.uncertaintyMs,
  };
}
