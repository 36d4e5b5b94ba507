/** What is recorded about the safety of accounts. Each kind has its text in `accounts`. */
export const SECURITY_EVENT_KINDS = [
  'sign_in',
  'sign_in_failed',
  'sign_in_limited',
  'signed_out',
  'sessions_ended',
  'refresh_reused',
  'password_refused',
  'password_limited',
  'password_changed',
  'password_reset',
  'forbidden',
  'export',
  'personal_data_opened',
  'role_changed',
  'ban_lifted',
  'staff_invited',
  'invitation_refused',
  'account_deleted',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];
