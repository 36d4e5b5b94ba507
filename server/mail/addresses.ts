import { isEmail } from '#shared/accounts/account.schemas.ts';

/** True for exactly one address, written so that no reader of addresses can take it for a list, a group or a route. */
export const isOneAddress = (text: string): boolean => isEmail(text) && /^[^@:]+@[^@:]+$/.test(text);

/** The bare address of `Rkali <tickets@rkali.example>` or `tickets@rkali.example`. @throws when there is none */
export function mailboxOf(text: string): string {
  const address = (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim();
  if (!isOneAddress(address)) throw new Error(`${JSON.stringify(text)} is not an e-mail address.`);
  return address;
}

export const domainOf = (text: string): string => {
  const address = mailboxOf(text);
  return address.slice(address.lastIndexOf('@') + 1);
};

/** One line for a header: line breaks, controls and runs of spaces become one space. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
