import outlines from '#generated/mtavruli-outlines.json' with { type: 'json' };

/** A capital's outline as path data in font units, y upwards, with its bounds. */
export type Outline = { path: string; left: number; bottom: number; right: number; top: number };

const byLetter: Readonly<Record<string, Outline>> = outlines;
const mkhedruli = /[ა-ჰ]/;
const toMtavruli = 0x1c90 - 0x10d0;

/** The 32 capitals usable for a cover: the alphabet without Ი, which is only an arch. */
export const coverLetters: readonly [string, ...string[]] = ['Ა', ...'ᲑᲒᲓᲔᲕᲖᲗᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰ'];

/** The capital for a name on a Letter cover: of its first Georgian letter that is not ი; undefined for a name without one. */
export function coverLetter(name: string): string | undefined {
  return Array.from(name, capital).find((letter) => letter !== 'Ი' && Object.hasOwn(byLetter, letter));
}

/** The outline of one of the 33 capitals. @throws RangeError for any other text */
export function mtavruliOutline(letter: string): Outline {
  const outline = byLetter[letter];
  if (!outline) throw new RangeError(`${letter} is no Mtavruli capital`);
  return outline;
}

function capital(letter: string): string {
  return mkhedruli.test(letter) ? String.fromCodePoint((letter.codePointAt(0) ?? 0) + toMtavruli) : letter;
}
