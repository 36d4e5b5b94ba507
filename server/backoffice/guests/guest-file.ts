import { type CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { emailKey } from '#server/platform/config/mail-addresses.ts';
import { translators } from '#server/platform/translators.ts';
import { isAccountEmail } from '#shared/accounts/account-rules.ts';
import { type Language, LANGUAGES } from '#shared/constants.ts';
import { NOTE_MAX } from '#shared/staff/guests.schemas.ts';
import { GUEST_COLUMNS, type GuestColumn, type GuestLineView, type LineProblem } from '#shared/staff/known-guests.contract.ts';
import { GIVEN_STATUSES, KNOWN_GUESTS_MAX } from '#shared/staff/known-guests.schemas.ts';
import { ONE_LINE } from '#shared/wire.ts';

export type GuestLine = Omit<GuestLineView, 'outcome'> & { emailKey: string };
export type ParsedFile = { lines: GuestLine[]; ignored: string[] };

/** The headings of each column, in the form of `plain`. */
const HEADINGS: Record<GuestColumn, readonly string[]> = {
  email: ['email', 'e mail', 'mail', 'email address', 'ელფოსტა', 'ელ ფოსტა', 'მეილი', 'იმეილი'],
  firstName: ['first name', 'firstname', 'name', 'given name', 'სახელი'],
  lastName: ['last name', 'lastname', 'surname', 'family name', 'გვარი'],
  status: ['status', 'სტატუსი'],
  note: ['note', 'notes', 'comment', 'შენიშვნა', 'შენიშვნები', 'კომენტარი'],
  language: ['language', 'lang', 'ენა'],
};

const LANGUAGE_NAMES: Record<Language, readonly string[]> = {
  en: ['en', 'eng', 'english', 'ინგლისური'],
  ka: ['ka', 'ge', 'geo', 'georgian', 'ქართული'],
};

const NAME_MAX = 200;
const LENGTH_MAX: Partial<Record<GuestColumn, number>> = { firstName: NAME_MAX, lastName: NAME_MAX, note: NOTE_MAX };

/** In lower case, with one space for spaces, dots, hyphens and underscores. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s._-]+/g, ' ')
    .trim();

/** Reads a CSV file of guests. Each line has what is wrong with it; a file that cannot be read is one line with the problem. */
export function readGuestFile(text: string, language: Language): ParsedFile {
  const rows = readRows(text);
  if ('problem' in rows) return { lines: [brokenLine(rows, language)], ignored: [] };
  const [head, ...body] = rows;
  const columns = head?.cells.map(columnOf) ?? [];
  const unreadable = fileProblem(columns, body.length);
  if (unreadable) return { lines: [brokenLine({ line: head?.line ?? 1, problem: unreadable }, language)], ignored: [] };
  const seen = new Map<string, number>();
  return {
    lines: body.map((row) => markTwice(seen, toLine(columns, row, language))),
    ignored: (head?.cells ?? []).filter((cell, index) => cell !== '' && columns[index] === undefined),
  };
}

function fileProblem(columns: readonly (GuestColumn | undefined)[], rows: number): LineProblem['problem'] | undefined {
  const isTwice = (column: GuestColumn): boolean => columns.filter((each) => each === column).length > 1;
  if (!columns.includes('email') || GUEST_COLUMNS.some(isTwice)) return 'no_columns';
  if (rows === 0) return 'no_lines';
  return rows > KNOWN_GUESTS_MAX ? 'too_many_lines' : undefined;
}

const columnOf = (heading: string): GuestColumn | undefined => GUEST_COLUMNS.find((column) => HEADINGS[column].includes(plain(heading)));

type Row = { line: number; cells: string[] };
type Broken = { line: number; problem: LineProblem['problem'] };

const Parsed = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }), raw: z.string() }));

/** Returns the rows that are not blank, each with the number of its first line. */
function readRows(text: string): Row[] | Broken {
  // The parser counts a CRLF inside quotes twice.
  const { body, delimiter, before } = dialectOf(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'));
  const rows: Row[] = [];
  let last = before;
  try {
    parse(body, {
      delimiter,
      record_delimiter: '\n',
      info: true,
      raw: true,
      trim: true,
      relax_column_count: true,
      on_record(found: unknown) {
        const { record, info, raw } = Parsed.element.parse(found);
        last = before + info.lines;
        const cells = record.map((cell) => cell.trim());
        if (cells.some((cell) => cell !== '')) rows.push({ line: last - (raw.trim().match(/\n/g)?.length ?? 0), cells });
        return null;
      },
    });
  } catch (error) {
    if (!isCsvError(error)) throw error;
    return { line: last + 1, problem: error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'quote_open' : 'quote_misplaced' };
  }
  return rows;
}

const isCsvError = (error: unknown): error is CsvError => error instanceof Error && 'code' in error && String(error.code).includes('QUOTE');

const DELIMITERS = [',', ';', '\t'] as const;

/** Returns the delimiter, which is the most frequent one of the headings, or the one that Excel named in a line before them. */
function dialectOf(text: string): { body: string; delimiter: string; before: number } {
  const [first = ''] = text.trimStart().split('\n', 1);
  const named = /^"?sep=(.)"?$/i.exec(first.trim())?.[1];
  if (named !== undefined) {
    const end = text.indexOf('\n', text.indexOf(first));
    const head = end < 0 ? text : text.slice(0, end + 1);
    return { body: text.slice(head.length), delimiter: named, before: head.split('\n').length - 1 };
  }
  const count = (delimiter: string): number => first.split(delimiter).length;
  const [delimiter] = DELIMITERS.toSorted((one, other) => count(other) - count(one));
  return { body: text, delimiter: delimiter ?? ',', before: 0 };
}

const emptyLine = (line: number, language: Language): GuestLine => {
  return { line, email: '', emailKey: '', firstName: '', lastName: '', status: null, note: '', language, problems: [] };
};

const brokenLine = ({ line, problem }: Broken, language: Language): GuestLine => ({
  ...emptyLine(line, language),
  problems: [{ problem }],
});

function toLine(columns: readonly (GuestColumn | undefined)[], { line, cells }: Row, fallback: Language): GuestLine {
  const cellOf = (column: GuestColumn): string => cells[columns.indexOf(column)] ?? '';
  const [email, firstName, lastName, note] = [cellOf('email'), cellOf('firstName'), cellOf('lastName'), cellOf('note')];
  const [status, language] = [statusOf(cellOf('status')), languageOf(cellOf('language'), fallback)];
  const problems: LineProblem[] = [
    ...(cells.slice(columns.length).some((cell) => cell !== '') ? [{ problem: 'too_many_cells' as const }] : []),
    ...emailProblem(email),
    ...(['firstName', 'lastName', 'note'] as const).flatMap((column) => textProblem(column, cellOf(column))),
    ...(status === undefined ? [{ problem: 'status_wrong' as const, column: 'status' as const }] : []),
    ...(language === undefined ? [{ problem: 'language_wrong' as const, column: 'language' as const }] : []),
  ];
  const key = isAccountEmail(email) ? emailKey(email) : '';
  return { line, email, emailKey: key, firstName, lastName, status: status ?? null, note, language: language ?? fallback, problems };
}

function emailProblem(email: string): LineProblem[] {
  if (email === '') return [{ problem: 'email_missing', column: 'email' }];
  return isAccountEmail(email) ? [] : [{ problem: 'email_wrong', column: 'email' }];
}

function textProblem(column: 'firstName' | 'lastName' | 'note', text: string): LineProblem[] {
  if (text.length > (LENGTH_MAX[column] ?? NAME_MAX)) return [{ problem: 'too_long', column }];
  return column === 'note' || ONE_LINE.test(text) ? [] : [{ problem: 'wrong_characters', column }];
}

/** Returns undefined for a status that an import does not give. */
function statusOf(text: string): GuestLine['status'] | undefined {
  if (text === '') return null;
  return GIVEN_STATUSES.find((status) =>
    [status, ...LANGUAGES.map((language) => labelOf(status, language))].map(plain).includes(plain(text)),
  );
}

const labelOf = (status: (typeof GIVEN_STATUSES)[number], language: Language): string =>
  String(translators[language].t(`accounts:status.${status}`));

function languageOf(text: string, fallback: Language): Language | undefined {
  if (text === '') return fallback;
  return LANGUAGES.find((language) => LANGUAGE_NAMES[language].includes(plain(text)));
}

/** Marks a line whose address an earlier one has in any spelling. */
function markTwice(seen: Map<string, number>, line: GuestLine): GuestLine {
  if (line.emailKey === '') return line;
  const sameAs = seen.get(line.emailKey);
  if (sameAs === undefined) seen.set(line.emailKey, line.line);
  return sameAs === undefined ? line : { ...line, problems: [...line.problems, { problem: 'email_twice', column: 'email', sameAs }] };
}
