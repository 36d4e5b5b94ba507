const GEORGIAN = 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ';
const LATIN = 'a b g d e v z t i k l m n o p zh r s t u p k gh q sh ch ts dz ts ch kh j h'.split(' ');

/** Transliterates a Georgian letter as Georgian passports do; undefined for any other letter. */
export const latinLetter = (letter: string): string | undefined => LATIN[GEORGIAN.indexOf(letter)];

/** A Georgian name in Latin letters, each part capitalized; undefined if a part has other letters. */
export function latinNameOf(name: string): string | undefined {
  const parts = name
    .trim()
    .split(/([ -]+)/)
    .map((part, place) => (place % 2 === 0 ? latinPartOf(part) : part));
  return parts.includes(undefined) ? undefined : parts.join('');
}

function latinPartOf(part: string): string | undefined {
  const letters = [...part.toLowerCase()].map((letter) => latinLetter(letter));
  if (letters.length === 0 || letters.includes(undefined)) return undefined;
  const latin = letters.join('');
  return latin.charAt(0).toUpperCase() + latin.slice(1);
}
