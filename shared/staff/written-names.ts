import { isAccountEmail } from '#shared/accounts/account.schemas.ts';
import { PLUS_ONES_MAX } from '#shared/door/lists.ts';
import { type EntryInput, PERSON_NAME_MAX } from './lists.schemas.ts';

/** `unread`: the lines that are no name, with their numbers in the text. */
export type ReadNames = { people: EntryInput[]; unread: { line: number; text: string }[] };

const INVISIBLE = /[\p{Cc}\p{Cf}]+/gu;
/** Beginnings of list items: bullets, and numbers with a point or a bracket. */
const BULLET = /^(?:[•·▪◦‣*–—-]|\d{1,3}[.)])\s+/u;
/** `+2`, `+ 2` and `(+2)` at the end. */
const COMPANY = /\s*\(?\+ ?(\d{1,2})\)?$/u;

/** An address anywhere in a line, as it is copied from mails: also in brackets. */
const ADDRESS = /\s*[<(]?([^\s<>(),;]+@[^\s<>(),;]+)[>)]?[,;]?/u;

/** Parses names for a door list: one per line, first name and last name, `+2` for those who come along, and an address for a ticket. */
export function readNames(text: string): ReadNames {
  const read: ReadNames = { people: [], unread: [] };
  for (const [at, raw] of text.split(/\r\n?|\n|\u2028/).entries()) {
    const line = raw.replaceAll(/\s+/gu, ' ').replaceAll(INVISIBLE, '').trim();
    if (line === '') continue;
    const person = personIn(line);
    if (person) read.people.push(person);
    else read.unread.push({ line: at + 1, text: line });
  }
  return read;
}

function personIn(line: string): EntryInput | undefined {
  const address = ADDRESS.exec(line)?.[1];
  if (address !== undefined && !isAccountEmail(address)) return undefined;
  const plain = line.replace(ADDRESS, '').replace(BULLET, '').trim().replace(/[,;]$/u, '');
  const plusOnes = Number(COMPANY.exec(plain)?.[1] ?? 0);
  const [firstName = '', ...rest] = plain.replace(COMPANY, '').split(' ');
  const lastName = rest.join(' ');
  const isName = [firstName, lastName].every((name) => /\p{L}/u.test(name) && !/[\d+@]/u.test(name) && name.length <= PERSON_NAME_MAX);
  return isName && plusOnes <= PLUS_ONES_MAX
    ? { firstName, lastName, plusOnes, ...(address !== undefined && { email: address }) }
    : undefined;
}

/** How many people these names are, with those who come along. */
export const writtenPeople = (people: readonly EntryInput[]): number => people.reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0);
