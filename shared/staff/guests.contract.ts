import { z } from 'zod';
import { LANGUAGES, ROLES, STATUSES } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { SCAN_OUTCOMES } from '#shared/door/scan-outcome.ts';
import { gel, jsonId, jsonLongId, wireDay, wireId, wireTime } from '#shared/wire.ts';
import { AuditEntryView } from './audit.contract.ts';
import { BanInput, GuestEmailChange, GuestNoteInput, PersonalNumberChange, StatusChange } from './guests.schemas.ts';
import { chosenIds, PAGE_MAX, pageOf, pageQuery } from './paging.ts';

const SEARCH_MAX = 200;

const byId = z.object({ id: wireId });
const status = z.enum(STATUSES);

const name = { id: jsonId, firstName: z.string(), lastName: z.string() };

/** Banned since then; `until` is null for a ban without an end. */
export const BanView = z.object({ since: wireTime, until: wireTime.nullable(), reason: z.string() });
export type BanView = z.infer<typeof BanView>;

export const GuestRow = z.object({
  ...name,
  email: z.string(),
  phoneNumber: z.string(),
  status,
  role: z.enum(ROLES),
  isBanned: z.boolean(),
  createdAt: wireTime,
});
export type GuestRow = z.infer<typeof GuestRow>;

/** A guest waiting for verification. `age` in whole years, null if no birthdate is known; `visits`: events at which a ticket was used. */
export const WaitingGuest = z.object({
  ...name,
  email: z.string(),
  age: z.number().int().nullable(),
  country: z.string(),
  status,
  socialMediaProfileLink: z.string(),
  socialMediaPlatform: z.string().nullable(),
  socialMediaUsername: z.string().nullable(),
  purchases: z.number().int(),
  visits: z.number().int(),
  /** Whether the caller may decide about this account: not their own, and staff accounts only as an Owner. */
  mayDecide: z.boolean(),
  isBanned: z.boolean(),
  createdAt: wireTime,
});
export type WaitingGuest = z.infer<typeof WaitingGuest>;

/**
 * Other accounts of the same person, by personal number: a ban applies to them too. Empty if the caller may not decide about one of them.
 */
const otherAccounts = z.array(z.object({ id: jsonId, name: z.string(), email: z.string() }));

const eventName = { eventId: jsonId, eventName: z.string(), eventNameLat: z.string() };

/** Long lists are cut to the newest. `personalNumberEnd` is its last four digits; `sessions` are the live ones. */
export const StaffGuestView = WaitingGuest.extend({
  phoneNumber: z.string(),
  /** Empty for a guest with a complimentary ticket who has not registered yet. */
  birthdate: z.union([wireDay, z.literal('')]),
  personalNumberEnd: z.string(),
  isEmailProved: z.boolean(),
  /** The new address whose mailed link has not been opened yet. */
  pendingEmail: z.string().nullable(),
  /** When that link will be mailed, for a change of a verified address; null if it was mailed at once. */
  pendingEmailFrom: wireTime.nullable(),
  role: z.enum(ROLES),
  language: z.enum(LANGUAGES),
  sessions: z.number().int(),
  /**
   * The last sign-ins, successful, failed or refused; `network` is the stored part of the address. Null for staff accounts, unless the
   * caller may read security events.
   */
  signIns: z
    .array(z.object({ id: jsonLongId, kind: z.string(), device: z.string().nullable(), network: z.string().nullable(), at: wireTime }))
    .nullable(),
  ban: BanView.nullable(),
  otherAccounts,
  spent: gel,
  orders: z.array(
    z.object({
      id: jsonLongId,
      state: z.enum(['pending', 'paid', 'failed', 'refunded']),
      total: gel,
      createdAt: wireTime,
      lines: z.array(z.object({ ...eventName, quantity: z.number().int() })),
    }),
  ),
  /** `result` and `reason` as they are stored; `outcome` is what they mean. */
  scans: z.array(
    z.object({
      id: jsonLongId,
      ticketId: jsonLongId,
      ...eventName,
      result: z.string(),
      reason: z.string(),
      outcome: z.enum(SCAN_OUTCOMES),
      at: wireTime,
    }),
  ),
  notes: z.array(z.object({ id: jsonId, text: z.string(), author: z.string(), createdAt: wireTime, withdrawnAt: wireTime.nullable() })),
  history: z.array(AuditEntryView),
});
export type StaffGuestView = z.infer<typeof StaffGuestView>;

export const staffGuestsContract = {
  list: endpoint('GET', '/staff/guests', 'guests.read', {
    summary: 'List guests, newest first',
    query: z.object({ ...pageQuery, status: status.optional() }),
    output: pageOf(GuestRow),
  }),
  /** A personal number is sent in the body, because browsers, proxies and their logs store addresses. */
  find: endpoint('POST', '/staff/guests/find', 'guests.read', {
    summary: 'Search guests by parts of their name, email or phone in either script, or by the whole personal number',
    body: z.object({
      before: jsonLongId.optional(),
      limit: z.number().int().min(1).max(PAGE_MAX).optional(),
      search: z.string().max(SEARCH_MAX),
      status: status.optional(),
    }),
    output: pageOf(GuestRow),
  }),
  chosenFile: endpoint('POST', '/staff/guests/file', 'guests.export', {
    summary: 'These guests as a CSV file, without personal numbers and birthdates',
    body: z.object({ ids: chosenIds, lang: z.enum(LANGUAGES).optional() }),
    output: z.unknown(),
    produces: 'text/csv',
    confirmed: true,
  }),
  queue: endpoint('GET', '/staff/guests/queue', 'guests.read', {
    summary: 'List guests with this verification status, longest registered first; `before` is the `next` of the previous page',
    query: z.object({ ...pageQuery, status }),
    output: pageOf(WaitingGuest),
  }),
  counts: endpoint('GET', '/staff/guests/counts', 'guests.read', {
    summary: 'Count guests by verification status; 1000 means 1000 or more',
    output: z.record(status, z.number().int()),
  }),
  get: endpoint('GET', '/staff/guests/:id', 'guests.read', {
    summary: 'Get a guest with purchases, visits, notes and staff’s actions',
    params: byId,
    output: StaffGuestView,
    errors: ['user_not_found'],
  }),
  showPersonalNumber: endpoint('POST', '/staff/guests/:id/personal-number', 'identity.read', {
    summary: 'Get a guest’s whole personal number; the access is logged',
    params: byId,
    output: z.object({ personalNumber: z.string() }),
    confirmed: true,
    errors: ['user_not_found'],
  }),
  changePersonalNumber: endpoint('PUT', '/staff/guests/:id/personal-number', 'guests.decide', {
    summary: 'Change a guest’s personal number; its bans and ticket limits then apply to the account',
    params: byId,
    body: PersonalNumberChange,
    output: z.object({ personalNumberEnd: z.string(), isBanned: z.boolean(), otherAccounts }),
    confirmed: true,
    errors: ['conflict', 'user_not_found'],
  }),
  changeEmail: endpoint('PUT', '/staff/guests/:id/email', 'guests.decide', {
    summary: 'Change a guest’s email, once the link sent to the new one is opened; a verified email’s link is sent after 48 hours',
    params: byId,
    body: GuestEmailChange,
    output: z.object({ pendingEmail: z.string(), pendingEmailFrom: wireTime.nullable() }),
    confirmed: true,
    errors: ['email_change_stopped', 'email_taken', 'gifts_wait', 'user_not_found'],
  }),
  cancelEmailChange: endpoint('DELETE', '/staff/guests/:id/email', 'guests.decide', {
    summary: 'Cancel the change of a guest’s email',
    params: byId,
    output: z.object({}),
    errors: ['user_not_found'],
  }),
  changeStatus: endpoint('PUT', '/staff/guests/:id/status', 'guests.decide', {
    summary: 'Change a guest’s verification status, with an email if chosen',
    params: byId,
    body: StatusChange,
    output: z.object({ status }),
    errors: ['conflict', 'user_not_found'],
  }),
  ban: endpoint('PUT', '/staff/guests/:id/ban', 'guests.decide', {
    summary: 'Ban a guest until a time, or for good: no purchases, and tickets are denied at the door',
    params: byId,
    body: BanInput,
    output: BanView,
    errors: ['user_not_found'],
  }),
  unban: endpoint('DELETE', '/staff/guests/:id/ban', 'guests.decide', {
    summary: 'Lift a ban',
    params: byId,
    output: z.object({}),
    errors: ['user_not_found'],
  }),
  addNote: endpoint('POST', '/staff/guests/:id/notes', 'guests.decide', {
    summary: 'Add a note about a guest, for staff',
    params: byId,
    body: GuestNoteInput,
    output: z.object({ id: jsonId }),
    creates: true,
    errors: ['user_not_found'],
  }),
  withdrawNote: endpoint('DELETE', '/staff/guests/:id/notes/:noteId', 'guests.decide', {
    summary: 'Withdraw a note; it stays readable',
    params: z.object({ id: wireId, noteId: wireId }),
    output: z.object({}),
  }),
  setVerifiedOnly: endpoint('PUT', '/staff/nights/:id/verified-only', 'events.edit', {
    summary:
      'Set whether an event is for verified guests only, or wants a name on each ticket (unchanged if omitted); confirm how many tickets get their code now',
    params: byId,
    body: z.object({ verifiedOnly: z.boolean(), namesRequired: z.boolean().optional(), confirmedCodes: z.int().optional() }),
    output: z.object({ verifiedOnly: z.boolean(), namesRequired: z.boolean() }),
    errors: ['codes_to_confirm', 'event_not_found'],
  }),
};
