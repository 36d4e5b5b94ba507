import { isAccountEmail } from '#shared/accounts/account-rules.ts';
import { NOTE_MAX, PERSON_NAME_MAX, PLUS_ONES_MAX } from '#shared/guest-lists/entry-limits.ts';
import { isWithoutLink } from '#shared/names.ts';
import type { GuestListEntryInput } from './guest-lists.schemas.ts';

/** `unread`: the lines that are not names, with their numbers in the text. */
type ReadNames = {
  people: GuestListEntryInput[];
  /** The lines of the people, in order. */
  lines: string[];
  unread: { line: number; text: string }[];
};

const INVISIBLE = /[\p{Cc}\p{Cf}]+/gu;
/** Beginnings of list items: bullets, and numbers with a point or a bracket. */
const BULLET = /^(?:[•·▪◦‣*–—-]|\d{1,3}[.)])\s+/u;
/** `+2`, `+ 2` and `(+2)` at the end, or before a note. */
const COMPANY = /\s*\(?\+ ?(\d{1,2})\)?$/u;
/** An address anywhere in a line, also in brackets, as copied from mails. */
const ADDRESS = /\s*[<(]?([^\s<>(),;]+@[^\s<>(),;]+)[>)]?[,;]?/u;

/**
 * Parses names for a guest list: one per line, a first name, an optional last name, `+2` for company, `, press` as a note, and an address
 * for a ticket.
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

/** Splits a line at its last comma into name and note. Company may be before or after the note; a trailing comma starts no note. */
function withoutNote(line: string): { note: string; plain: string } {
  const company = COMPANY.exec(line)?.[0] ?? '';
  const before = line.slice(0, line.length - company.length);
  const comma = before.lastIndexOf(',');
  const note = comma < 0 ? '' : before.slice(comma + 1).trim();
  if (note === '' || note.includes(';')) return { note: '', plain: before.replace(/,$/u, '') + company };
  return { note, plain: before.slice(0, comma).trimEnd() + company };
}

/** The remaining text after `added` names were added: the other names, and the lines that were not understood. */
export const linesLeft = ({ lines, unread }: ReadNames, added: number): string =>
  [...lines.slice(added), ...unread.map(({ text }) => text)].join('\n');

/** The number of people on these entries, with their company. */
export const writtenPeople = (people: readonly GuestListEntryInput[]): number =>
  people.reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0);
