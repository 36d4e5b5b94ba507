import { LOOKUP_BUDGETS, type LookupBudget, type RejectReason } from '#shared/door/scanner-devices.ts';
import { ApiError } from '#shared/errors.ts';
import { aVerdict, head } from '#tests/factories/phone-state.ts';
import { type Shown, troubleKey, type VerdictKey, verdictKey } from '#web/door/device/verdict-texts.ts';
import type { PhoneVerdict, ScanMode } from '#web/door/phone/door-phone.ts';

type Case = { verdict: PhoneVerdict; mode?: ScanMode; text?: string } | { failure: unknown };

/** Long enough to show what a usual name never reaches. */
const guest = {
  firstName: 'Aleksandre',
  lastName: 'Chkhartishvili',
  birthdate: '1999-09-28',
  status: 'Verified',
  ticketTypeName: 'მეორე ტალღა',
  ticketTypeNameLat: 'Second wave',
  holderName: '',
} as const;
const minor = { ...guest, birthdate: '2011-03-14' };
const friday = {
  id: 9,
  name: 'ქარხანა',
  nameLat: 'Karkhana',
  startDate: '2026-11-27T23:00:00+04:00',
  endDate: '2026-11-28T07:00:00+04:00',
  state: 'published',
} as const;
const october = { ...friday, startDate: '2026-10-03T23:00:00+04:00', endDate: '2026-10-04T07:00:00+04:00' };
const usedAt = new Date('2026-11-21T23:12:00+04:00');
const denied = { at: usedAt, door: 'Side', reason: 'drunk' as RejectReason };
const listed = { firstName: 'Aleksandre', initial: 'Chkh', list: 'Nulovani & friends', price: 20, people: 3 };
const OWN_CODE = `User ID: 12\nTicket ID: 90417\nV1.${'A'.repeat(86)}`;

const known = (more: Partial<PhoneVerdict>): Case => ({ verdict: aVerdict({ guest, ...more }) });
const refusal = (reason: string, more: Partial<PhoneVerdict> = {}): Case => known({ verdict: 'refuse', reason, ...more });
const question = (reason: string, more: Partial<PhoneVerdict> = {}): Case => known({ verdict: 'ask', scanId: '', reason, ...more });
const unknown = { guest: undefined, ticketId: undefined, event: undefined };
const ofList = { guest: undefined, ticketId: undefined, listed };
const limit = (budget?: LookupBudget): Case => ({
  failure: new ApiError(429, { code: 'too_many_requests', ...(budget && { params: { budget } }) }),
});

/** One scan for each verdict of a scanner device. */
export const verdictCases: Record<VerdictKey, Case> = {
  valid: known({}),
  new: known({ guest: undefined, decidedBy: 'phone' }),
  back_in: known({ reason: 'back_in' }),
  on_list: known({ ...ofList, reason: 'on_list' }),
  decided: known({ reason: 'admitted_rejected', rejection: denied }),
  out: { ...known({ verdict: 'noted', reason: 'out' }), mode: 'out' },
  not_inside: { ...known({ verdict: 'noted', reason: 'not_inside' }), mode: 'out' },
  info_valid: { ...known({ verdict: 'info', scanId: '' }), mode: 'info' },
  under_18: question('under_18', { guest: minor, isUnderAge: true }),
  doubtful: question('doubtful', { guest: { ...guest, status: 'Check_Later' }, isDoubtful: true }),
  rejected_before: question('rejected_before', { rejection: denied }),
  other_event: question('other_event', { event: friday, guest: undefined }),
  free_until_over: question('free_until_over', ofList),
  list_full: question('list_full', ofList),
  past_event: refusal('other_event', { event: october, guest: undefined }),
  other_event_unknown: refusal('other_event', { event: undefined, guest: undefined }),
  event_cancelled: refusal('event_cancelled'),
  not_open_yet: refusal('not_open_yet'),
  not_open_yet_unknown: { ...refusal('not_open_yet') },
  ticket_used: refusal('ticket_used', { used: { door: 'Side', at: usedAt } }),
  banned: known({ verdict: 'reject', reason: 'banned' }),
  rejected_by_staff: { ...known({ verdict: 'reject', reason: 'rejected_by_staff' }), mode: 'reject' },
  ticket_refunded: refusal('ticket_refunded'),
  ticket_revoked: refusal('ticket_revoked'),
  ticket_transferred: refusal('ticket_transferred'),
  needs_name: refusal('needs_name'),
  code_tampered: { ...refusal('code_tampered', unknown), text: OWN_CODE },
  code_replaced: refusal('code_replaced', unknown),
  not_ours: { ...refusal('code_tampered', unknown), text: 'https://example.com' },
  entry_used: refusal('entry_used', ofList),
  not_on_list: refusal('not_on_list', { ...ofList, listed: { ...listed, firstName: '', list: '' } }),
  full: refusal('full'),
  ticket_not_found: refusal('ticket_not_found', unknown),
  not_listed: refusal('not_listed', { guest: undefined, decidedBy: 'phone' }),
  without_code: refusal('without_code', unknown),
  no_network: { failure: new ApiError(0, {}) },
  limit_minute: limit(),
  limit_hour: limit(LOOKUP_BUDGETS[0]),
  limit_device: limit(LOOKUP_BUDGETS[1]),
  limit_member: limit(LOOKUP_BUDGETS[2]),
  not_stored: { failure: new DOMException('', 'QuotaExceededError') },
  unknown: { failure: new Error('unclear') },
};

export const VERDICTS = Object.keys(verdictCases).filter((key): key is VerdictKey => key in verdictCases);

/** Returns what the screen shows of this verdict, named by the phone itself. @throws if it has another name */
export function shownOf(key: VerdictKey): Shown {
  const of = verdictCases[key];
  const shown = 'failure' in of ? failed(of.failure) : decided(of, key === 'not_open_yet_unknown' ? null : head().door.opensAt);
  if (shown.key !== key) throw new Error(`${key} is shown as ${shown.key}.`);
  return shown;
}

const failed = (failure: unknown): Shown => ({ key: troubleKey(failure), mode: 'in', isTapped: false, verdict: undefined });

function decided({ verdict, mode = 'in', text }: Extract<Case, { verdict: PhoneVerdict }>, opensAt: string | null): Shown {
  const key = verdictKey(verdict, { opensAt, ...(text !== undefined && { text }) });
  const answers = verdict.verdict === 'ask' ? { admit: () => undefined, reject: () => undefined } : undefined;
  return { key, mode, isTapped: false, verdict, answers };
}
