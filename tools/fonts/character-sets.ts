/** The characters from `first` to `last`, both included. */
const range = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)).join('');

/** The 33 letters of the modern Georgian alphabet, and their capitals in the same order. */
export const MKHEDRULI = range(0x10d0, 0x10f0);
export const MTAVRULI = range(0x1c90, 0x1cb0);

/** The characters of Archivo's main file: ASCII, Latin-1, the nearest European letters, typographic signs. */
export const LATIN = range(0x20, 0x7e) + range(0xa0, 0xff) + 'ıŒœ–—‘’“”„•…−';

/** Archivo's second file: European letters that a page fetches only when a name needs them. */
export const LATIN_EXTENDED = 'ĀāĂăĄąĆćČčĎďĐđĒēĖėĘęĚěĞğĢģĪīĮįİĶķĹĺĻļĽľŁłŃńŅņŇňŐőŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŲųŴŵŶŷŸŹźŻżŽžȘșȚț';

/** An English page never fetches a Georgian file. */
export const GEORGIAN_RANGE = 'U+10D0-10FF, U+1C90-1CBF';

export const LARI = '₾';

/** The Georgian label of the language switch, which English pages show too. */
export const TOGGLE = 'ქართული';

/** The CSS `unicode-range` that names exactly these characters. */
export function unicodeRange(characters: string): string {
  const points = [...new Set(characters)].map((character) => character.codePointAt(0) ?? 0).sort((a, b) => a - b);
  const runs: { first: number; last: number }[] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run && run.last + 1 === point) run.last = point;
    else runs.push({ first: point, last: point });
  }
  return runs.map(({ first, last }) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`)).join(', ');
}

const hex = (point: number): string => point.toString(16).toUpperCase();
