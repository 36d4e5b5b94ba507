/** Returns `+995` for `+995 GE`, or for a typed code. */
export const dialCodeOf = (phoneCode: string): string => phoneCode.trim().split(/\s/)[0] ?? '';

/** Countries where the leading 0 is part of the number from abroad, too: Italy, San Marino, the Vatican, Côte d'Ivoire and Congo. */
const KEEPS_ZERO: ReadonlySet<string> = new Set(['+39', '+378', '+379', '+225', '+242']);

/**
 * Joins `+995 GE` and `555 12 34 56` to `+995 555 12 34 56`, and `+49 DE` and `0176 12` to `+49 176 12`: a leading 0 is only for calls
 * inside the country. An empty number gives an empty text.
 */
export function joinPhone(phoneCode: string, phoneNumber: string): string {
  const code = dialCodeOf(phoneCode);
  const number = phoneNumber.trim();
  if (number === '' || number.startsWith('+')) return number;
  if (code === '') return number;
  const dialled = code.startsWith('+') ? code : `+${code}`;
  return `${dialled} ${KEEPS_ZERO.has(dialled) ? number : number.replace(/^0(?!0)\s*/, '')}`;
}
