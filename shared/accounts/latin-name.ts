const GEORGIAN = 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ';
const LATIN = 'a b g d e v z t i k l m n o p zh r s t u p k gh q sh ch ts dz ts ch kh j h'.split(' ');

/** A Georgian letter as Georgian passports write it in Latin; undefined for any other. */
export const latinLetter = (letter: string): string | undefined => LATIN[GEORGIAN.indexOf(letter)];

/** A Georgian name in Latin letters, each of its parts with a capital; undefined where a part has other letters. */
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
