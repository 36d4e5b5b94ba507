import { z } from 'zod';
import { LANGUAGES, STATUSES } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { jsonId, wireId, wireTime } from '#shared/wire.ts';
import { GIVEN_STATUSES, GuestFile } from './known-guests.schemas.ts';
import { pageOf, pageQuery } from './paging.ts';

/** The columns that a file may have; only the email must be there. */
export const GUEST_COLUMNS = ['email', 'firstName', 'lastName', 'status', 'note', 'language'] as const;
export type GuestColumn = (typeof GUEST_COLUMNS)[number];

/** What is wrong with a line, or with the file. */
export const LINE_PROBLEMS = [
  'no_columns',
  'no_lines',
  'too_many_lines',
  'quote_open',
  'quote_misplaced',
  'too_many_cells',
  'email_missing',
  'email_wrong',
  'email_twice',
  'status_wrong',
  'language_wrong',
  'too_long',
  'wrong_characters',
] as const;

/**
 * What the import does with a line: it invites; it invites an account whose email is not verified yet, which gets the status with that; it
 * changes an account now; or it changes nothing, with the reason.
 */
export const LINE_OUTCOMES = [
  'invite',
  'invite_account',
  'change_account',
  'is_invited',
  'declined',
  'has_account',
  'has_status',
  'is_team',
  'is_banned',
  'is_rejected',
  'no_number',
] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];

/** `sameAs`: the earlier line with this email. */
export const LineProblem = z.object({
  problem: z.enum(LINE_PROBLEMS),
  column: z.enum(GUEST_COLUMNS).optional(),
  sameAs: z.number().int().optional(),
});
export type LineProblem = z.infer<typeof LineProblem>;

/** A line of the file by its number in an editor. `outcome` is null for a line with problems. */
export const GuestLineView = z.object({
  line: z.number().int(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  status: z.enum(GIVEN_STATUSES).nullable(),
  note: z.string(),
  language: z.enum(LANGUAGES),
  outcome: z.enum(LINE_OUTCOMES).nullable(),
  problems: z.array(LineProblem),
});
export type GuestLineView = z.infer<typeof GuestLineView>;

/** Columns whose heading is unknown are ignored. */
export const GuestFileView = z.object({ lines: z.array(GuestLineView), ignored: z.array(z.string()) });
export type GuestFileView = z.infer<typeof GuestFileView>;

/** How many guests were invited, how many accounts changed, and how many lines changed nothing. */
export const ImportResult = z.object({ invited: z.number().int(), changed: z.number().int(), unchanged: z.number().int() });
export type ImportResult = z.infer<typeof ImportResult>;

/** An imported guest. `account` is set once the guest signed up; `expiresAt`: when the row is deleted. */
export const KnownGuestView = z.object({
  id: jsonId,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  status: z.enum(GIVEN_STATUSES).nullable(),
  note: z.string(),
  language: z.enum(LANGUAGES),
  importedAt: wireTime,
  importedBy: z.string(),
  invitedAt: wireTime.nullable(),
  expiresAt: wireTime,
  account: z.object({ id: jsonId, status: z.enum(STATUSES), at: wireTime }).nullable(),
});
export type KnownGuestView = z.infer<typeof KnownGuestView>;

export const KNOWN_GUEST_STATES = ['waiting', 'signed_up'] as const;

/** Georgian letters take three bytes. */
const BODY_MAX = 1024 * 1024;
const byId = z.object({ id: wireId });

export const knownGuestsContract = {
  list: endpoint('GET', '/staff/known-guests', 'guests.decide', {
    summary: 'List imported guests, newest first',
    query: z.object({ ...pageQuery, state: z.enum(KNOWN_GUEST_STATES).optional() }),
    output: pageOf(KnownGuestView),
  }),
  check: endpoint('POST', '/staff/known-guests/check', 'guests.decide', {
    summary: 'Check a CSV file of guests line by line; nothing is stored',
    body: GuestFile,
    output: GuestFileView,
    bodyMax: BODY_MAX,
  }),
  import: endpoint('POST', '/staff/known-guests', 'guests.decide', {
    summary: 'Import a CSV file of guests, all lines or none: each new email is invited once',
    body: GuestFile,
    output: ImportResult,
    bodyMax: BODY_MAX,
    creates: true,
    confirmed: true,
    errors: ['guest_file_wrong'],
  }),
  withdraw: endpoint('DELETE', '/staff/known-guests/:id', 'guests.decide', {
    summary: 'Withdraw an imported guest: the invitation stops working, and the data is deleted the next morning',
    params: byId,
    output: z.object({}),
    errors: ['conflict'],
  }),
  withdrawImport: endpoint('DELETE', '/staff/known-guests/:id/import', 'guests.decide', {
    summary: 'Take back the import of a guest: every invitation of it that nobody used is withdrawn',
    params: byId,
    output: z.object({ withdrawn: z.number().int() }),
  }),
  restore: endpoint('POST', '/staff/known-guests/:id/restore', 'guests.decide', {
    summary: 'Bring back an imported guest who was withdrawn, until the data is deleted',
    params: byId,
    output: z.object({}),
  }),
};
