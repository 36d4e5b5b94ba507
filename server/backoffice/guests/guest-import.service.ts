import { queueStatus } from '#server/accounts/accounts.mail.ts';
import { findUserNames } from '#server/accounts/accounts.queries.ts';
import {
  deleteEndedOf,
  findAccountsOf,
  findDeclined,
  findImportedKeys,
  insertKnownGuests,
  findKnownGuests,
  lockAccountsTo,
  lockImports,
  lockKnownGuest,
  setRestored,
  setWithdrawn,
  withdrawImportOf,
} from '#server/accounts/known-guests/known-guests.queries.ts';
import { declinedDigest } from '#server/accounts/known-guests/known-guests.service.ts';
import { obstacleOf } from '#server/accounts/known-guests/known-status.ts';
import { setStatus } from '#server/accounts/guest-status.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, requireUser, storeAnswer, withTransaction } from '#server/platform/context.ts';
import { consumeLimits, HOUR, type Limit } from '#server/platform/limits/limits.ts';
import { addDays, toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { RETENTION_DAYS } from '#shared/privacy/retention-days.ts';
import type { GuestFileView, ImportResult, KNOWN_GUEST_STATES, KnownGuestView, LineOutcome } from '#shared/staff/known-guests.contract.ts';
import type { GuestFile } from '#shared/staff/known-guests.schemas.ts';
import { PAGE_SIZE, toPage } from '#shared/staff/paging.ts';
import { insertNote } from './guest-detail.queries.ts';
import { type GuestLine, readGuestFile } from './guest-file.ts';

/** Imports by one member, because each line may send a mail to an address of the member's choice. */
const IMPORTS: Limit = { name: 'guestImport', points: 20, duration: HOUR };

/** Returns each line of a file with its problems, or with what an import would do. Writes nothing. @throws unauthorized */
export async function checkGuestFile(ctx: Context, { text, language, changesAccounts }: GuestFile): Promise<GuestFileView> {
  const { lines, ignored } = readGuestFile(text, language);
  const fit = lines.filter(({ problems }) => problems.length === 0);
  const accounts = await findAccountsOf(ctx.db, keysOf(fit), requireUser(ctx).userId);
  const planned = await planLines(ctx, fit, { changesAccounts, accounts });
  const outcomes = new Map(planned.map(({ line, outcome }) => [line.line, outcome]));
  const views = lines.map((line) => {
    const { emailKey: _, ...shown } = line;
    return { ...shown, outcome: outcomes.get(line.line) ?? null };
  });
  return { ignored, lines: views };
}

/**
 * Imports all lines of a file or none: new addresses are invited once by a job, some minutes later, and accounts with a proved address change
 * now if wanted. Repeating it changes nothing. @throws unauthorized, guest_file_wrong, too_many_requests
 */
export async function importGuestFile(ctx: Context, { text, language, changesAccounts }: GuestFile): Promise<ImportResult> {
  const { userId: importedBy } = requireUser(ctx);
  const { lines } = readGuestFile(text, language);
  if (lines.some(({ problems }) => problems.length > 0)) throw new AppError('guest_file_wrong');
  await consumeLimits(ctx, [IMPORTS, String(importedBy)]);
  return withTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    await lockImports(tx.db);
    await deleteEndedOf(tx.db, keysOf(lines), now);
    const accounts = await lockAccountsTo(tx.db, keysOf(lines), importedBy);
    const planned = await planLines(tx, lines, { changesAccounts, accounts });
    const invited = await insertKnownGuests(
      tx.db,
      planned
        .filter(({ outcome }) => outcome === 'invite' || outcome === 'invite_account')
        .map(({ line }) => {
          const { line: _, problems: __, ...guest } = line;
          return { ...guest, importedBy, importedAt: now, expiresAt: addDays(now, RETENTION_DAYS.knownGuests) };
        }),
    );
    const changing = planned.filter(({ outcome }) => outcome === 'change_account');
    for (const { line, account } of changing) await changeAccount(tx, account, line);
    const result = { invited, changed: changing.length, unchanged: lines.length - invited - changing.length };
    await recordAction(tx, { action: 'known_guests.import', subject: 'known_guests', detail: result });
    return storeAnswer(tx, result);
  });
}

type Account = Awaited<ReturnType<typeof findAccountsOf>>[number];
type Planned = { line: GuestLine; outcome: LineOutcome; account: Account | undefined };
type Options = { changesAccounts: boolean; accounts: readonly Account[] };

const keysOf = (lines: readonly GuestLine[]): string[] => lines.map(({ emailKey }) => emailKey);

/** Returns what an import does with each of these lines, which have no problems. `accounts`: those with the lines' addresses. */
async function planLines(ctx: Context, lines: readonly GuestLine[], { changesAccounts, accounts }: Options): Promise<Planned[]> {
  if (lines.length === 0) return [];
  const now = ctx.clock.now();
  const emailKeys = keysOf(lines);
  const digestOf = (emailKey: string): string => declinedDigest(ctx.keys, emailKey);
  const accountOf = new Map(accounts.map((account) => [account.emailKey, account]));
  const imported = await findImportedKeys(ctx.db, emailKeys, now);
  const declined = await findDeclined(ctx.db, emailKeys.map(digestOf));
  return lines.map((line) => {
    const { emailKey, status } = line;
    const account = accountOf.get(emailKey);
    const isWanted = changesAccounts && status !== null;
    const outcome = account?.emailProvedAt
      ? (obstacleOf(account, now) ?? (isWanted ? 'change_account' : 'has_account'))
      : imported.has(emailKey)
        ? 'is_invited'
        : declined.has(digestOf(emailKey))
          ? 'declined'
          : account
            ? (obstacleOf(account, now) ?? 'invite_account')
            : 'invite';
    return { line, outcome, account };
  });
}

type Change = Pick<GuestLine, 'status' | 'note'>;

/** Changes a locked account as the member who imports would on its page. */
async function changeAccount(tx: Context, account: Account | undefined, { status, note }: Change): Promise<void> {
  if (!account || status === null) return;
  await setStatus(tx, account.id, status);
  await queueStatus(tx, { ...account, status });
  const detail = { before: account.status, after: status, tellGuest: true };
  await recordAction(tx, { action: 'guest.status', subject: `guest ${account.id}`, detail });
  if (note !== '') await addImportedNote(tx, { userId: account.id, authorId: requireUser(tx).userId, text: note });
}

/** Adds the note of an import to a guest. Its text is kept out of the audit log, as `addNote`. */
export async function addImportedNote(tx: Context, note: { userId: number; authorId: number; text: string }): Promise<void> {
  await insertNote(tx.db, { ...note, createdAt: tx.clock.now() });
}

type ListInput = { state?: (typeof KNOWN_GUEST_STATES)[number] | undefined; before?: number | undefined; limit?: number | undefined };

/** Imported guests, newest first. */
export async function listKnownGuests(ctx: Context, { state, before, limit = PAGE_SIZE }: ListInput) {
  const rows = await findKnownGuests(ctx.db, { state, before, now: ctx.clock.now() }, limit + 1);
  const names = await findUserNames(
    ctx.db,
    rows.map(({ guest }) => guest.importedBy),
  );
  const views = rows.map(({ guest, accountStatus }): KnownGuestView => {
    const { importedBy, importedAt, invitedAt, expiresAt, usedBy, usedAt, emailKey: _, tokenHash: __, withdrawnAt: ___, ...shown } = guest;
    return {
      ...shown,
      importedAt: toWireTime(importedAt),
      importedBy: names.get(importedBy) ?? '',
      invitedAt: invitedAt && toWireTime(invitedAt),
      expiresAt: toWireTime(expiresAt),
      account: usedBy && usedAt && accountStatus ? { id: usedBy, status: accountStatus, at: toWireTime(usedAt) } : null,
    };
  });
  return toPage(views, limit);
}

/** Ends an invitation until it is restored; a job deletes the row. Repeating changes nothing. @throws not_found, conflict when it was used */
export function withdrawKnownGuest(ctx: Context, id: number): Promise<Record<string, never>> {
  return withTransaction(ctx, async (tx) => {
    const guest = await lockKnownGuest(tx.db, id);
    if (!guest) throw new AppError('not_found');
    if (guest.usedAt) throw new AppError('conflict');
    if (guest.withdrawnAt) return {};
    await setWithdrawn(tx.db, id, tx.clock.now());
    await recordAction(tx, { action: 'known_guests.withdraw', subject: `known_guest ${id}`, detail: {} });
    return {};
  });
}

/**
 * Withdraws every invitation of the import of this guest, if nobody used it yet. Repeating changes nothing. @throws not_found
 */
export function withdrawImport(ctx: Context, id: number): Promise<{ withdrawn: number }> {
  return withTransaction(ctx, async (tx) => {
    const guest = await lockKnownGuest(tx.db, id);
    if (!guest) throw new AppError('not_found');
    const withdrawn = await withdrawImportOf(tx.db, guest, tx.clock.now());
    const detail = { importedAt: toWireTime(guest.importedAt), withdrawn };
    if (withdrawn > 0) await recordAction(tx, { action: 'known_guests.take_back', subject: 'known_guests', detail });
    return { withdrawn };
  });
}

/** Takes a withdrawal back. Repeating changes nothing. @throws not_found, also when the row was deleted */
export function restoreKnownGuest(ctx: Context, id: number): Promise<Record<string, never>> {
  return withTransaction(ctx, async (tx) => {
    const guest = await lockKnownGuest(tx.db, id);
    if (!guest) throw new AppError('not_found');
    if (!guest.withdrawnAt) return {};
    await setRestored(tx.db, id);
    await recordAction(tx, { action: 'known_guests.restore', subject: `known_guest ${id}`, detail: {} });
    return {};
  });
}
