import { isAccountEmail } from '#shared/accounts/account.schemas.ts';
import { PLUS_ONES_MAX } from '#shared/door/guest-lists.ts';
import { isWithoutLink } from '#shared/names.ts';
import { type GuestListEntryInput, NOTE_MAX, PERSON_NAME_MAX } from './guest-lists.schemas.ts';

/** `unread`: the lines that are no name, with their numbers in the text. */
type ReadNames = {
  people: GuestListEntryInput[];
  /** The lines of the people, in their order. */
  lines: string[];
  unread: { line: number; text: string }[];
};

const INVISIBLE = /[\p{Cc}\p{Cf}]+/gu;
/** Beginnings of list items: bullets, and numbers with a point or a bracket. */
const BULLET = /^(?:[•·▪◦‣*–—-]|\d{1,3}[.)])\s+/u;
/** `+2`, `+ 2` and `(+2)` at the end, or before a note. */
const COMPANY = /\s*\(?\+ ?(\d{1,2})\)?$/u;
/** An address anywhere in a line, as it is copied from mails: also in brackets. */
const ADDRESS = /\s*[<(]?([^\s<>(),;]+@[^\s<>(),;]+)[>)]?[,;]?/u;

/**
 * Parses names for a guest list: one per line, a first name, a last name if there is one, `+2` for those who come along, `, press` as a note,
 * and an address for a ticket.
 */
export function readNames(text: string): ReadNames {
  const read: ReadNames = { people: [], lines: [], unread: [] };
  for (const [at, raw] of text.split(/\r\n?|\n|\u2028/).entries()) {
    const line = raw.replaceAll(/\s+/gu, ' ').replaceAll(INVISIBLE, '').trim();
    if (line === '') continue;
    const person = personIn(line);
    if (person) {
      read.people.push(person);
      read.lines.push(line);
    } else read.unread.push({ line: at + 1, text: line });
  }
  return read;
}

function personIn(line: string): GuestListEntryInput | undefined {
  const address = ADDRESS.exec(line)?.[1];
  if (address !== undefined && !isAccountEmail(address)) return undefined;
  const listed = line.replace(ADDRESS, '').replace(BULLET, '').trim().replace(/[,;]$/u, '');
  const { note, plain } = withoutNote(listed);
  const plusOnes = Number(COMPANY.exec(plain)?.[1] ?? 0);
  const [firstName = '', ...rest] = plain.replace(COMPANY, '').split(' ');
  const lastName = rest.join(' ');
  const isRead = isName(firstName) && (lastName === '' || isName(lastName)) && note.length <= NOTE_MAX && isWithoutLink(note);
  return isRead && plusOnes <= PLUS_ONES_MAX
    ? { firstName, lastName, plusOnes, ...(note !== '' && { note }), ...(address !== undefined && { email: address }) }
    : undefined;
}

const isName = (name: string): boolean =>
  /\p{L}/u.test(name) && !/[\d+@]/u.test(name) && name.length <= PERSON_NAME_MAX && isWithoutLink(name);

/** A line without its note: what stands after the last comma. Company may stand before or after it; a comma at the end begins no note. */
function withoutNote(line: string): { note: string; plain: string } {
  const company = COMPANY.exec(line)?.[0] ?? '';
  const before = line.slice(0, line.length - company.length);
  const comma = before.lastIndexOf(',');
  const note = comma < 0 ? '' : before.slice(comma + 1).trim();
  if (note === '' || note.includes(';')) return { note: '', plain: before.replace(/,$/u, '') + company };
  return { note, plain: before.slice(0, comma).trimEnd() + company };
}

/** What is left of a text of which so many names were added: those names that were not, and the lines that were not understood. */
export const linesLeft = ({ lines, unread }: ReadNames, added: number): string =>
  [...lines.slice(added), ...unread.map(({ text }) => text)].join('\n');

/** How many people these names are, with those who come along. */
export const writtenPeople = (people: readonly GuestListEntryInput[]): number =>
  people.reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0);
