const MAIL_DOMAIN = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*\.[\p{L}\p{M}\p{N}-]{2,}$/u;
const MAILBOX_MAX = 64;
export const EMAIL_MAX = 254;

/** Returns true for one mailbox without a display name. A simple check, because only a delivered mail proves an address. */
export function isEmail(text: string): boolean {
  if (text.length > EMAIL_MAX) return false;
  const at = text.indexOf('@');
  return at > 0 && at <= MAILBOX_MAX && !/[\s,;:<>"()[\]\\]/.test(text) && MAIL_DOMAIN.test(text.slice(at + 1));
}

/**
 * Invisible characters, and letters that domains treat as others although NFKC does not fold them: İ, the iota below, old Cyrillic forms.
 */
const NOT_IN_ACCOUNT_EMAIL = /[\p{Default_Ignorable_Code_Point}\u0130\u1C80-\u1C88]|\u0345/u;

/**
 * Returns true for an e-mail that an account may have: without characters that fold into another address, such as full-width letters or the
 * Kelvin sign.
 */
export const isAccountEmail = (text: string): boolean =>
  isEmail(text) && text.normalize('NFKC') === text && !NOT_IN_ACCOUNT_EMAIL.test(text);
