import { expect, test } from 'vitest';
import { KNOWN_GUESTS_MAX } from '#shared/staff/known-guests.schemas.ts';
import { readGuestFile } from './guest-file.ts';

const linesOf = (text: string) => readGuestFile(text, 'en').lines;
const problemsOf = (text: string) => linesOf(text).map(({ line, problems }) => [line, ...problems.map(({ problem }) => problem)]);

test('a file as Excel saves it in Georgia is read: mark, semicolons, Windows line breaks, quotes and blank lines', () => {
  const text =
    '\uFEFFელფოსტა;სახელი;გვარი;სტატუსი;შენიშვნა;ენა\r\n\r\nNino@Example.com;ნინო;ბერიძე;ვერიფიცირებული;"ძველი; სტუმარი\r\nდა ""დიჯეი""";ka\r\n;;;;;\r\nluka@example.com;;;;;\r\n';
  expect(linesOf(text)).toEqual([
    {
      line: 3,
      email: 'Nino@Example.com',
      emailKey: 'nino@example.com',
      firstName: 'ნინო',
      lastName: 'ბერიძე',
      status: 'Verified',
      note: 'ძველი; სტუმარი\nდა "დიჯეი"',
      language: 'ka',
      problems: [],
    },
    expect.objectContaining({ line: 6, email: 'luka@example.com', firstName: '', status: null, language: 'en', problems: [] }),
  ]);
});

test.each([
  ['commas', 'Email,First name\na@example.com,A'],
  ['tabs, as a table is pasted', 'E-mail\tFirst_name\na@example.com\tA'],
  ['the separator that Excel names', 'sep=;\r\nemail;first name\r\na@example.com;A'],
  ['another order of columns', 'FIRST NAME, email \nA , a@example.com'],
  ['line breaks of old Macs', 'email,first name\ra@example.com,A'],
])('%s are read', (_what, text) => {
  expect(linesOf(text)).toEqual([expect.objectContaining({ email: 'a@example.com', firstName: 'A', problems: [] })]);
});

test('a formula is a text like any other, because the file is only read', () => {
  expect(linesOf('email,note\na@example.com,=1+1')[0]).toMatchObject({ note: '=1+1', problems: [] });
});

test('columns with other names are ignored and listed', () => {
  expect(readGuestFile('email,phone,\na@example.com,555,', 'en')).toMatchObject({ ignored: ['phone'], lines: [{ problems: [] }] });
});

test.each([
  ['no email', 'email,note\n,friend', [[2, 'email_missing']]],
  ['no address', 'email\nnino at example', [[2, 'email_wrong']]],
  ['full-width letters', 'email\nｎino@example.com', [[2, 'email_wrong']]],
  ['the same address in another spelling', 'email\na@example.com\n\nA@Example.com', [[2], [4, 'email_twice']]],
  ['a status that an import does not give', 'email,status\na@example.com,Rejected', [[2, 'status_wrong']]],
  ['an unknown language', 'email,language\na@example.com,de', [[2, 'language_wrong']]],
  ['a long name', `email,first name\na@example.com,${'x'.repeat(201)}`, [[2, 'too_long']]],
  ['a long note', `email,note\na@example.com,${'x'.repeat(2_001)}`, [[2, 'too_long']]],
  ['a name of two lines', 'email,first name\na@example.com,"A\nB"', [[2, 'wrong_characters']]],
  ['a comma that is not in quotes', 'email,note\na@example.com,one, two', [[2, 'too_many_cells']]],
  ['an open quote', 'email,note\na@example.com,x\nb@example.com,"open\nc@example.com,x', [[3, 'quote_open']]],
  ['a quote in the middle', 'email,note\na@example.com,the "best" one', [[2, 'quote_misplaced']]],
  ['no headings', 'a@example.com,Nino', [[1, 'no_columns']]],
  ['a heading twice', 'email,e-mail\na@example.com,b@example.com', [[1, 'no_columns']]],
  ['headings alone', 'email,note\n\n', [[1, 'no_lines']]],
  ['two problems of a line', 'email,status\nnobody,VIP', [[2, 'email_wrong', 'status_wrong']]],
])('%s is a problem of its line', (_what, text, problems) => {
  expect(problemsOf(text)).toEqual(problems);
});

test('the line of an earlier spelling is named', () => {
  expect(linesOf('email\na@example.com\nA@example.com')[1]?.problems).toEqual([{ problem: 'email_twice', column: 'email', sameAs: 2 }]);
});

test('a file has at most a thousand lines', () => {
  const file = (lines: number) => ['email', ...Array.from({ length: lines }, (_, index) => `g${index}@example.com`)].join('\n');
  expect(linesOf(file(KNOWN_GUESTS_MAX))).toHaveLength(KNOWN_GUESTS_MAX);
  expect(problemsOf(file(KNOWN_GUESTS_MAX + 1))).toEqual([[1, 'too_many_lines']]);
});
