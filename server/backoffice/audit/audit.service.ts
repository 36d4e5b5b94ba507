import type { Context } from '#server/platform/context.ts';
import { fullName } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import type { AuditAction, AuditEntryView } from '#shared/staff/audit.contract.ts';
import { PAGE_SIZE, toPage } from '#shared/staff/paging.ts';
import { spanOfDay } from '#shared/venue-moments.ts';
import { type EntryFilter, type EntryRow, findActingStaff, findActions, findEntries } from './audit.queries.ts';

type ListInput = Omit<EntryFilter, 'from' | 'until'> & { day?: string | undefined; limit?: number | undefined };

/** `day` is a calendar day at the venue. */
export async function listEntries(ctx: Context, { day, limit = PAGE_SIZE, subject, ...filter }: ListInput) {
  const when = day === undefined ? {} : spanOfDay(day);
  const about = subject === undefined || subject === '' ? {} : { subject };
  const rows = await findEntries(ctx.db, { ...filter, ...about, ...when }, limit + 1);
  return toPage(rows.map(toEntryView), limit);
}

/** The newest entries about one subject, for its screen. Entries for mere views appear only in the whole log. */
export async function findHistory(ctx: Context, subject: string, limit: number): Promise<AuditEntryView[]> {
  return (await findEntries(ctx.db, { subject, without: 'guest.open' satisfies AuditAction }, limit)).map(toEntryView);
}

/** The values that the log can be filtered by. */
export async function listChoices(ctx: Context) {
  const staff = (await findActingStaff(ctx.db)).map((person) => ({ id: person.id, name: fullName(person) }));
  return { staff, actions: await findActions(ctx.db) };
}

function toEntryView({ entry: { id, action, subject, detail, createdAt, scannerDeviceName }, staff }: EntryRow): AuditEntryView {
  return {
    id,
    at: toWireTime(createdAt),
    staff: { id: staff?.id ?? null, name: staff ? fullName(staff) : (scannerDeviceName ?? '') },
    action,
    subject,
    detail: recordOf(detail),
  };
}

/** `recordAction` writes only objects; any other value in the column is read as empty. */
const recordOf = (detail: unknown): Record<string, unknown> => (typeof detail === 'object' && detail !== null ? { ...detail } : {});
