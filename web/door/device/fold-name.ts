import { latinLetter } from '#shared/accounts/latin-name.ts';

/** A name in the form that searches use, like the server's `latin_text`: Latin letters, lower case, without diacritics. */
const foldName = (name: string): string =>
  [
    ...name
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036F]/g, '')
      .toLowerCase(),
  ]
    .map((letter) => latinLetter(letter) ?? letter)
    .join('');

type Named = { firstName: string; initial: string };

/**
 * How well a name matches a search: 0 if a word begins the first name, 1 if the words match only the last name's initial, undefined if a
 * word matches neither.
 */
export function fitOf({ firstName, initial }: Named, searched: string): 0 | 1 | undefined {
  const names = foldName(firstName).split(/\s+/);
  const letter = foldName(initial);
  const parts = foldName(searched).trim().split(/\s+/);
  const isFirst = (word: string) => names.some((name) => name.startsWith(word));
  const isLast = (word: string) => letter !== '' && (word.startsWith(letter) || letter.startsWith(word));
  if (!parts.every((word) => isFirst(word) || isLast(word))) return undefined;
  return parts.some(isFirst) ? 0 : 1;
}
