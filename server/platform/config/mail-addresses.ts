import { domainToASCII } from 'node:url';
import { isEmail } from '#shared/accounts/account-rules.ts';

/** Returns true for exactly one address, which no mail program can read as a list, a group or a route. */
export const isOneAddress = (text: string): boolean => isEmail(text) && /^[^@:]+@[^@:]+$/.test(text);

type Mailbox = { name: string | undefined; address: string };

/** Reads `tickets@rkali.example`, `Rkali <tickets@rkali.example>` or `"Rkali, Tbilisi" <…>`; undefined for anything else. */
export function readMailbox(text: string): Mailbox | undefined {
  const [, quoted, plain, inBrackets] = /^(?:"([^"\\\p{Cc}]*)"|([^"<>@,;:\\\p{Cc}]*))\s*<([^<>\s]*)>$/u.exec(text.trim()) ?? [];
  const address = inBrackets ?? text.trim();
  return isOneAddress(address) ? { name: (quoted ?? plain)?.trim() || undefined, address } : undefined;
}

export const domainOf = ({ address }: Mailbox): string => address.slice(address.lastIndexOf('@') + 1);

/** One line for a header: line breaks, controls and runs of spaces become one space. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const ASCII_ONLY = /^\p{ASCII}*$/u;

/**
 * Returns the canonical form of an e-mail address for limits, the unique index and every lookup: NFKC, lower case, and the domain as DNS
 * spells it. PostgreSQL folds some letters differently, so it never folds an address itself.
 */
export function emailKey(email: string): string {
  const folded = email.trim().normalize('NFKC').toLowerCase().normalize('NFKC');
  const at = folded.lastIndexOf('@');
  const domain = folded.slice(at + 1);
  if (at < 0 || ASCII_ONLY.test(domain)) return folded;
  return folded.slice(0, at + 1) + (domainToASCII(domain) || domain);
}
