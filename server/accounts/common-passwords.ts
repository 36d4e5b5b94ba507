import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '#shared/errors.ts';

const REFUSED_COUNT = 3000;
/** The list begins with the commonest and knows small letters only. */
const common = new Set(dictionary['passwords-common'].slice(0, REFUSED_COUNT));

/** What is put around a common word counts for nothing until there is more than twice as much of it. */
const LEAST_SHARE = 1 / 3;

const LOOKALIKES: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
/** The signs over the digits of a keyboard, from 1 on. */
const SHIFTED_DIGITS = '!@#$%^&*(';

const withLetters = (text: string): string => text.replaceAll(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
const withDigits = (text: string): string => text.replaceAll(/[!@#$%^&*(]/g, (sign) => String(SHIFTED_DIGITS.indexOf(sign) + 1));
const withoutSymbols = (text: string): string => text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
const withoutEnd = (text: string): string => text.replace(/[^\p{L}\p{M}]+$/u, '');
const withoutStart = (text: string): string => text.replace(/^[^\p{L}\p{M}]+/u, '');

/** A password as people vary it: with its ends cut off, without symbols, with the letters or the digits that its signs stand for. */
function readings(password: string): string[] {
  const folded = password.normalize('NFKC').toLowerCase();
  const cut = [folded, withoutEnd(folded), withoutStart(withoutEnd(folded))];
  return cut.flatMap((text) => [withoutSymbols(text), withLetters(text), withDigits(text)]);
}

/** Whether this is one of the 3,000 commonest passwords, or one of them dressed up: `P@ssw0rd1!`. */
export function isCommonPassword(password: string): boolean {
  const least = [...password].length * LEAST_SHARE;
  return readings(password).some((text) => text.length >= least && common.has(text));
}

/** @throws invalid_input on the field that holds the password */
export function refuseCommonPassword(field: 'password' | 'newPassword', password: string): void {
  if (isCommonPassword(password)) throw new AppError('invalid_input', { errors: { [field]: 'validation.password_common' } });
}
