import { domainToASCII } from 'node:url';

const ASCII_ONLY = /^\p{ASCII}*$/u;

/**
 * The one form in which e-mail addresses are compared, by limits, by the unique index and by every lookup: NFKC, lower case, and the
 * domain as DNS spells it. PostgreSQL folds some letters differently, so it never folds an address itself.
 */
export function emailKey(email: string): string {
  const folded = email.trim().normalize('NFKC').toLowerCase().normalize('NFKC');
  const at = folded.lastIndexOf('@');
  const domain = folded.slice(at + 1);
  if (at < 0 || ASCII_ONLY.test(domain)) return folded;
  return folded.slice(0, at + 1) + (domainToASCII(domain) || domain);
}
