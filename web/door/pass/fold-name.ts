const GEORGIAN = 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ';
const LATIN = 'a b g d e v z t i k l m n o p zh r s t u p k gh q sh ch ts dz ts ch kh j h'.split(' ');

/** A name as it is searched for, as the server's `latin_text` makes it: in Latin letters, lower case, without marks. */
export const foldName = (name: string): string =>
  [
    ...name
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036F]/g, '')
      .toLowerCase(),
  ]
    .map((letter) => LATIN[GEORGIAN.indexOf(letter)] ?? letter)
    .join('');

/** Returns true if for each word of `searched` a word of the name begins so. */
export function beginsWith(name: string, searched: string): boolean {
  const names = foldName(name).split(/\s+/);
  return foldName(searched)
    .trim()
    .split(/\s+/)
    .every((begin) => names.some((one) => one.startsWith(begin)));
}
