/** The page of scanner devices. Not among the site's `paths`, which every page loads. */
export const DOOR_PATH = '/door';

/** What a scanner device may do at the door (docs/decisions/0083). */
export const DEVICE_RIGHTS = ['scan', 'reject', 'undo', 'lists', 'walk_up', 'search', 'refund'] as const;
export type ScannerDeviceRight = (typeof DEVICE_RIGHTS)[number];

/** What a door needs. Searching ticket holders and refunds are extras. */
export const USUAL_RIGHTS: readonly ScannerDeviceRight[] = ['scan', 'reject', 'undo', 'lists', 'walk_up'];

/** Guest lists; before release 1.1 they were part of the right to search. */
export const mayUseLists = (rights: readonly ScannerDeviceRight[]): boolean => rights.includes('lists') || rights.includes('search');

/** What a phone reports: entry, exit, rejection, an undone admission, or one person more or less without a ticket. */
export const SCAN_KINDS = ['in', 'out', 'reject', 'undo', 'plus', 'minus'] as const;
export type ScanKind = (typeof SCAN_KINDS)[number];

/** Why the door rejected a guest. */
export const REJECT_REASONS = ['rejected_by_staff', 'drunk', 'no_id', 'too_young', 'behaviour'] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

/**
 * Why a phone admitted, rejected or refused: the reasons of the door rules, `not_listed` for a ticket that the offline manifest should have, and
 * `without_code` for a number typed without a network.
 */
export const SHOWN_REASONS = [
  'valid',
  'back_in',
  ...REJECT_REASONS,
  'banned',
  'code_tampered',
  'code_replaced',
  'ticket_refunded',
  'ticket_revoked',
  'ticket_transferred',
  'ticket_used',
  'event_cancelled',
  'other_event',
  'needs_name',
  'not_open_yet',
  'free_until_over',
  'full',
  'on_list',
  'not_on_list',
  'entry_used',
  'list_full',
  'not_listed',
  'without_code',
  'rejected_before',
  'admitted_other_event',
  'admitted_rejected',
  'admitted_free_until_over',
  'admitted_list_full',
] as const;
export type ShownReason = (typeof SHOWN_REASONS)[number];

/** How long a refund started by a refusal can be undone. */
export const UNDO_REFUND_MS = 60_000;

/** After this time without contact during its event, a phone is silent. */
export const SILENT_MINUTES = 3;

/** The budgets of lookups that `too_many_requests` names: of this device and hour, of this device, and of all devices that one member paired. */
export const LOOKUP_BUDGETS = ['hour', 'device', 'member'] as const;
export type LookupBudget = (typeof LOOKUP_BUDGETS)[number];

export const SECRET_MINUTES = 10;
/** How long after the end of its event a scanner device ends. */
export const DEVICE_AFTER_EVENT_HOURS = 2;
/** How long before its event a door becomes near; it remains so while scanner devices last. Only a near door shows its guests. */
export const NEAR_BEFORE_START_HOURS = 12;
