/** The page of phones with a pass. Not among the site's `paths`, which every page loads. */
export const DOOR_PATH = '/door';

/** What a pass may do at the door (docs/decisions/0083). */
export const PASS_RIGHTS = ['scan', 'reject', 'search', 'walk_up', 'undo', 'refund'] as const;
export type PassRight = (typeof PASS_RIGHTS)[number];

/**
 * What a phone reports of a guest: came in, went out, was turned away, an acceptance taken back, or one more and one less of the people
 * without a ticket.
 */
export const SCAN_KINDS = ['in', 'out', 'reject', 'undo', 'plus', 'minus'] as const;
export type ScanKind = (typeof SCAN_KINDS)[number];

/** Why a phone admitted, rejected or refused: the reasons of the rules of the door, `not_listed` for a ticket that its list should have, and `without_code` for a typed number without a network. */
export const SHOWN_REASONS = [
  'valid',
  'back_in',
  'rejected_by_staff',
  'banned',
  'code_tampered',
  'code_replaced',
  'ticket_refunded',
  'ticket_revoked',
  'ticket_transferred',
  'ticket_used',
  'event_cancelled',
  'other_event',
  'not_open_yet',
  'free_until_over',
  'full',
  'on_list',
  'not_on_list',
  'entry_used',
  'list_full',
  'not_listed',
  'without_code',
] as const;
export type ShownReason = (typeof SHOWN_REASONS)[number];

/** A refund that a refusal started can be undone so long. */
export const UNDO_REFUND_MS = 60_000;

/** A phone of which nothing was heard so long while its event runs is silent. */
export const SILENT_MINUTES = 3;

export const SECRET_MINUTES = 10;
/** A pass ends so long after the end of its event. */
export const PASS_AFTER_EVENT_HOURS = 2;
/** A door is near from so long before its event, on the day of the night, and as long as passes last: then its guests are shown. */
export const NEAR_BEFORE_START_HOURS = 12;
