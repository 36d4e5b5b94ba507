import { expect, test } from 'vitest';
import { linesLeft, readNames, writtenPeople } from './written-names.ts';

/** `Nino|Beridze+2` for each name, and the numbers of the lines that cannot be read. */
const read = (text: string) => {
  const { people, unread } = readNames(text);
  return { names: people.map(({ firstName, lastName, plusOnes }) => `${firstName}|${lastName}+${plusOnes}`), unread };
};
const one = (line: string) => read(line).names[0];

test('a line is a first name, a last name and how many come along', () => {
  expect(one('Nino Beridze')).toBe('Nino|Beridze+0');
  for (const line of [
    'Nino Beridze +2',
    'Nino Beridze + 2',
    'Nino Beridze+2',
    '  Nino   Beridze  +2 ',
    'Nino\tBeridze +2',
    'Nino Beridze (+2)',
  ])
    expect([line, one(line)]).toEqual([line, 'Nino|Beridze+2']);
  expect(one('ნინო ბერიძე +1')).toBe('ნინო|ბერიძე+1');
  expect(one('Maria del Carmen +20')).toBe('Maria|del Carmen+20');
  expect(one('Jean-Luc O’Neil')).toBe('Jean-Luc|O’Neil+0');
  expect(one('Lela M.')).toBe('Lela|M.+0');
});

test('signs at the beginning and the end of a line of a list are left out', () => {
  for (const line of [
    '1. Nino Beridze +1',
    '12) Nino Beridze +1',
    '• Nino Beridze +1',
    '- Nino Beridze +1',
    'Nino Beridze +1,',
    '\u200bNino Beridze +1;',
  ])
    expect([line, one(line)]).toEqual([line, 'Nino|Beridze+1']);
});

test('a line that cannot be read keeps its number and its text, and nothing is lost', () => {
  const text =
    'Nino Beridze +2\r\n\r\n+3\nLela!?1\nEka Lomidze +two\nEka Lomidze +21\nEka 2 Lomidze\n12345 678\n Giorgi  M. + 1\n+2 Nino Beridze';
  expect(read(text)).toEqual({
    names: ['Nino|Beridze+2', 'Giorgi|M.+1'],
    unread: [
      { line: 3, text: '+3' },
      { line: 4, text: 'Lela!?1' },
      { line: 5, text: 'Eka Lomidze +two' },
      { line: 6, text: 'Eka Lomidze +21' },
      { line: 7, text: 'Eka 2 Lomidze' },
      { line: 8, text: '12345 678' },
      { line: 10, text: '+2 Nino Beridze' },
    ],
  });
  const long = 'x'.repeat(101);
  expect(read(`${long} Beridze\nNino ${long}`).unread.map(({ line }) => line)).toEqual([1, 2]);
});

test('a name may be one word, and what stands after a comma is a note', () => {
  const people = readNames(
    'Zitto\nDJ Tobias + 1, press\nNino Beridze, press +2\nEka, family and friends\nLela M <lela@example.ge>, +2',
  ).people;
  expect(people).toEqual([
    { firstName: 'Zitto', lastName: '', plusOnes: 0 },
    { firstName: 'DJ', lastName: 'Tobias', plusOnes: 1, note: 'press' },
    { firstName: 'Nino', lastName: 'Beridze', plusOnes: 2, note: 'press' },
    { firstName: 'Eka', lastName: '', plusOnes: 0, note: 'family and friends' },
    { firstName: 'Lela', lastName: 'M', plusOnes: 2, email: 'lela@example.ge' },
  ]);
  const { unread } = readNames('Zitto https://evil.example\nZitto, www.evil.example\nZitto 2\n, press');
  expect(unread.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
});

test('what is left of a text are the names that were not added, and the lines that were not understood', () => {
  const read = readNames('Zitto\nDJ  Tobias + 1, press\nEka 7\nNino');
  expect(linesLeft(read, 3)).toBe('Eka 7');
  expect(linesLeft(read, 1)).toBe('DJ Tobias + 1, press\nNino\nEka 7');
});

test('an empty text has no names, and every line is either read or listed as unread', () => {
  expect(read(' \n\n')).toEqual({ names: [], unread: [] });
  const lines = Array.from({ length: 400 }, (_, at) =>
    at % 3 === 0 ? `Nino No.${'i'.repeat(at % 5)}` : at % 3 === 1 ? 'Nino 7' : `Nino B +${at % 30}`,
  );
  const { people, unread } = readNames(lines.join('\n'));
  expect(people.length + unread.length).toBe(400);
});

test('the people of names are the names and those who come along', () => {
  expect(writtenPeople(readNames('Nino Beridze +2\nLela M').people)).toBe(4);
  expect(writtenPeople([])).toBe(0);
});

test('an address in a line is for a ticket, and half an address is not read', () => {
  const people = readNames('Nino Beridze +1 nino@example.ge\nLela M <lela@example.ge>, +2\n- eka@example.ge Eka Lomidze').people;
  expect(people).toEqual([
    { firstName: 'Nino', lastName: 'Beridze', plusOnes: 1, email: 'nino@example.ge' },
    { firstName: 'Lela', lastName: 'M', plusOnes: 2, email: 'lela@example.ge' },
    { firstName: 'Eka', lastName: 'Lomidze', plusOnes: 0, email: 'eka@example.ge' },
  ]);
  expect(readNames('Nino Beridze nino@\nNino Beridze nino@b').people).toEqual([]);
});
