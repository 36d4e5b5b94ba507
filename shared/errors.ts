/**
 * The error catalogue (spec §8): every expected failure with its HTTP status. Messages are in `locales/{en,ka}/errors.json` under the same
 * code, or in `account-errors.json`, `transfer-errors.json` (with the waitlist) and `staff-errors.json` if only those calls return it, so
 * that no other visitor loads them.
 */
export const errorStatus = {
  invalid_input: 400,
  invalid_fields: 422,
  invalid_characters: 400,
  broken_json: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  server_error: 500,
  unavailable: 503,

  wrong_credentials: 401,
  session_ended: 401,
  second_factor_required: 401,
  challenge_expired: 401,
  passkey_refused: 401,
  second_factor_missing: 403,
  confirmation_required: 403,
  wrong_code: 400,
  wrong_passkey: 400,
  code_expired: 400,
  code_tries_over: 400,
  second_factor_limit: 409,
  email_taken: 400,
  invalid_token: 400,
  account_has_tickets: 409,
  account_has_payments: 409,
  last_owner: 409,
  already_staff: 409,
  invitation_used: 409,
  invitation_expired: 409,
  invitation_withdrawn: 409,
  invitation_of_other: 403,
  set_up_over: 409,
  set_up_link_wrong: 400,

  event_not_found: 404,
  event_ended: 409,
  night_has_guests: 409,
  night_to_confirm: 409,
  codes_to_confirm: 409,
  night_not_deletable: 409,
  night_refunded: 409,
  demo_bank: 409,
  demo_events: 409,
  demo_sold: 409,
  not_on_sale: 409,
  sold_out: 409,
  price_unavailable: 409,
  price_changed: 409,
  ticket_in_cart: 409,
  code_invalid: 409,
  person_limit: 409,
  verified_only: 409,
  account_rejected: 403,
  banned: 403,
  email_not_proved: 403,
  email_proved: 409,
  gifts_wait: 409,
  email_change_stopped: 409,

  device_unknown: 401,
  clock_off: 401,
  call_repeated: 401,
  device_ended: 410,
  pairing_failed: 400,
  door_not_near: 409,
  device_not_found: 404,
  device_paired: 409,
  scans_missing: 409,

  cart_empty: 400,
  hold_expired: 409,
  hold_limit: 409,
  payment_begun: 409,
  payment_may_come: 409,
  cart_changed: 409,
  bank_unavailable: 503,
  order_not_found: 404,
  nothing_to_refund: 409,
  payment_not_flagged: 409,
  money_not_captured: 409,
  money_remains: 409,
  money_partly_back: 409,
  event_not_cancelled: 409,

  code_tampered: 400,
  code_replaced: 409,
  ticket_not_found: 404,
  ticket_used: 409,
  ticket_refunded: 409,
  ticket_revoked: 409,
  ticket_transferred: 409,
  transfer_unknown: 404,
  transfer_ended: 409,
  own_ticket: 409,
  has_place: 409,
  not_offered: 409,
  transfer_over: 409,
  not_returnable: 409,
  not_sold_out: 409,
  resale_begun: 409,
  already_waiting: 409,
  other_event: 409,
  needs_name: 409,
  rejected_before: 409,
  nothing_to_undo: 409,
  event_cancelled: 409,
  user_not_found: 404,

  enquiry_without_address: 409,
  mail_without_address: 409,
  allocation_sold: 409,
  ticket_type_in_use: 409,
  list_link_unknown: 404,
  promoter_link_unknown: 404,
  announcements_limit: 409,
  newsletters_limit: 409,
  list_late: 409,
  list_long: 409,
  list_allocation: 409,
  entry_arrived: 409,
  list_price_ticket: 409,
  list_mailed_tickets: 409,
  list_tickets_free: 409,
  list_email_twice: 409,
  list_email_refused: 409,
  list_no_room: 409,
  no_room: 409,
  receipt_used: 409,
  guest_banned: 409,
  banned_at_door: 409,
  person_banned: 409,
  guest_file_wrong: 409,
  nothing_to_revoke: 409,

  idempotency_reused: 409,
  idempotency_running: 409,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/**
 * The body of every refusal. `errors`: field name → translation key. `params`: values used in the message. With `second_factor_required`,
 * `challenge` must be sent in the second step of the login, and `kinds` are those of the account's second factors.
 */
export type ErrorBody = {
  message: string;
  code: ErrorCode;
  errors?: Record<string, string>;
  params?: Record<string, string | number>;
  challenge?: string;
  kinds?: readonly string[];
};

/**
 * Messages that the specification defines, with their codes: a server with only the specification's endpoints sends them without a code.
 */
const sentences = new Map<unknown, ErrorCode>([
  ['Invalid or tampered QR code!', 'code_tampered'],
  ['You already have a ticket for this event in your cart.', 'ticket_in_cart'],
  ['Your cart is empty. Please add items to your cart before checking out.', 'cart_empty'],
  ['Ticket price is currently not available. Cannot add to cart.', 'price_unavailable'],
]);

/** Returns the code of a refusal whose message is exactly one of the specification's. */
export const codeOfSentence = (message: unknown): ErrorCode | undefined => sentences.get(message);

type ErrorDetails = {
  errors?: Record<string, string>;
  params?: Record<string, string | number>;
  challenge?: string;
  kinds?: readonly string[];
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** An expected failure, thrown by rules and services and turned into HTTP by one handler. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

/** A failure of the typed client. Status 0: there was no answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Partial<ErrorBody>;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: Partial<ErrorBody>, options: { cause?: unknown } = {}, retryAfterSeconds?: number) {
    super(body.message ?? `status ${status}`, options);
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
