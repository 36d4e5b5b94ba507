import { digestNumber, openPersonal } from '#server/accounts/personal-data.ts';
import { mayDecide } from '#server/accounts/roles.service.ts';
import { type Context, requireUser } from '#server/platform/context.ts';
import { wordPatterns } from '#server/platform/db/sql-parts.ts';
import { ageOn, isBanned } from '#shared/accounts/account-rules.ts';
import { PERSONAL_NUMBER_MIN_LENGTH, type Status, STATUSES } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { GUESTS_COUNTED } from '#shared/staff/guests.schemas.ts';
import type { GuestRow, WaitingGuest } from '#shared/staff/guests.contract.ts';
import { PAGE_SIZE, toPage } from '#shared/staff/paging.ts';
import { countByStatus, type FoundGuestRow, listRows, type WaitingRow, waitingRows } from './guests.queries.ts';

type Paging = { before?: number | undefined; limit?: number | undefined };
type ListInput = Paging & { search?: string | undefined; status?: Status | undefined };

/** Newest first. `search` is any part of a name, mail or phone, or a whole personal number. */
export async function listGuests(ctx: Context, { search = '', status, before, limit = PAGE_SIZE }: ListInput) {
  const wanted = guestSearchOf(search);
  const digest = wanted?.personalNumber === undefined ? undefined : digestNumber(ctx.keys, wanted.personalNumber);
  const found = wanted && { patterns: wanted.patterns, digest };
  const rows = await listRows(ctx.db, { found, status, before }, limit + 1);
  const now = ctx.clock.now();
  return toPage(
    rows.map((row) => toGuestRow(row, now)),
    limit,
  );
}

/** Guests of this status, longest registered first; `before` is the cursor of the next page. */
export async function listVerificationQueue(ctx: Context, { status, before: after = 0, limit = PAGE_SIZE }: Paging & { status: Status }) {
  const { userId: callerId } = requireUser(ctx);
  const rows = await waitingRows(ctx.db, { status, after, callerId }, limit + 1);
  const now = ctx.clock.now();
  return toPage(
    rows.map((row) => toWaiting(ctx, row, now)),
    limit,
  );
}

/** The number of guests of each status; counting stops at a thousand. */
export async function countGuests(ctx: Context): Promise<Record<Status, number>> {
  const counted = new Map((await countByStatus(ctx.db, STATUSES, GUESTS_COUNTED)).map(({ status, guests }) => [status, guests]));
  const of = (status: Status): number => counted.get(status) ?? 0;
  return {
    Pending: of('Pending'),
    Verified: of('Verified'),
    Rejected: of('Rejected'),
    Welcomed_Guest: of('Welcomed_Guest'),
    Unverified: of('Unverified'),
    Check_Later: of('Check_Later'),
  };
}

function toGuestRow({ bannedAt, bannedUntil, createdAt, ...row }: FoundGuestRow, now: Date): GuestRow {
  return { ...row, isBanned: isBanned({ bannedAt, bannedUntil }, now), createdAt: toWireTime(createdAt) };
}

/** The fields of a guest in verification. */
export function toWaiting(
  ctx: Context,
  { bannedAt, bannedUntil, createdAt, sealedBirthdate, isStaff, isSamePerson, ...row }: WaitingRow,
  now: Date,
): WaitingGuest {
  const age = ageOn(openPersonal(ctx.keys, 'birthdate', sealedBirthdate), now);
  return {
    ...row,
    age: Number.isNaN(age) ? null : age,
    mayDecide: mayDecide(ctx, { id: row.id, isStaff, isSamePerson }),
    isBanned: isBanned({ bannedAt, bannedUntil }, now),
    createdAt: toWireTime(createdAt),
  };
}

/** A parsed search text: words that must all occur in the search text, or, if it is only digits, a whole personal number. */
type GuestSearch = { patterns: string[]; personalNumber: string | undefined };

const PHONE = /^\+?[\d\s()-]+$/;
/** Georgian numbers have nine digits, abroad after the country code and at home sometimes after a zero. */
const HOW_A_NUMBER_BEGINS = /^(?:(?:00)?995|0)(?=\d{9}$)/;

/** Returns undefined if there is nothing to search for. Phones are matched by digits alone, with or without the country code. */
export function guestSearchOf(text: string): GuestSearch | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  const digits = typed.replaceAll(/\D/g, '');
  const isPhone = PHONE.test(typed) && digits !== '';
  const isNumber = typed === digits && digits.length >= PERSONAL_NUMBER_MIN_LENGTH;
  return {
    patterns: wordPatterns(isPhone ? digits.replace(HOW_A_NUMBER_BEGINS, '') : typed),
    personalNumber: isNumber ? digits : undefined,
  };
}
