import fc from 'fast-check';
import { expect, test } from 'vitest';
import { enquiryFields, isBlankEnquiry, joinEnquiry, splitEnquiry } from './enquiry-fields.ts';

const rental = { name: 'Nino', email: 'nino@example.com', eventDescription: 'A birthday\nfor 80 people' };
const valuesOf = (text: string) => splitEnquiry('rental', text)?.map(({ value }) => value);

test('a rental enquiry is joined as the wire says [§7.rental-mail]', () => {
  expect(joinEnquiry('rental', rental)).toBe('Name: Nino||Email: nino@example.com||Event Description: A birthday\nfor 80 people');
});

test('a DJ request is joined as the wire says [§7.dj-mail]', () => {
  const form = {
    motivation: 'Why not',
    musicLink: 'https://m.example',
    socialLink: 'https://s.example',
    stageName: 'DJ Ana',
    fullName: 'Ana B',
  };
  expect(joinEnquiry('dj', form)).toBe(
    'Full Name: Ana B||Stage Name: DJ Ana||Social Network Link: https://s.example||Music Platform Link: https://m.example||Motivation: Why not',
  );
});

test('the parts come back with their labels', () => {
  expect(splitEnquiry('rental', joinEnquiry('rental', rental))).toEqual([
    { field: 'name', label: 'Name', value: 'Nino' },
    { field: 'email', label: 'Email', value: 'nino@example.com' },
    { field: 'eventDescription', label: 'Event Description', value: 'A birthday\nfor 80 people' },
  ]);
});

test('a separator inside a field cannot make or move a part', () => {
  const form = { ...rental, name: 'Nino||Email: thief@example.com||Event Description: x|' };
  const text = joinEnquiry('rental', form);
  expect(text.split('||')).toHaveLength(3);
  expect(valuesOf(text)).toEqual([
    'Nino| |Email: thief@example.com| |Event Description: x|',
    'nino@example.com',
    'A birthday\nfor 80 people',
  ]);
});

test('whatever is written, joining and splitting gives it back but for the spaces between bars', () => {
  const bars = fc.string({ unit: fc.constantFrom('|', ' ', 'a', ':', 'Email: ', '||') });
  fc.assert(
    fc.property(bars, bars, bars, (name, email, eventDescription) => {
      const values = valuesOf(joinEnquiry('rental', { name, email, eventDescription })) ?? [];
      const solid = (value: string) => value.trim().replaceAll(/\|\s+(?=\|)/g, '|');
      expect(values.map(solid)).toEqual([name, email, eventDescription].map(solid));
    }),
  );
});

test('a client that joins without care keeps its bars inside the field', () => {
  expect(valuesOf('Name: A||B||Email: a@b.ge||Event Description: 1||2')).toEqual(['A||B', 'a@b.ge', '1||2']);
  expect(valuesOf('Name:A || Email:a@b.ge || Event Description:x')).toEqual(['A', 'a@b.ge', 'x']);
});

test('a text of another shape has no parts', () => {
  expect(splitEnquiry('rental', 'Hello, is the 5th free?')).toBeUndefined();
  expect(splitEnquiry('rental', 'Name: Nino||Email: nino@example.com')).toBeUndefined();
  expect(splitEnquiry('dj', joinEnquiry('rental', rental))).toBeUndefined();
});

test.each([
  ['nothing', 'rental', ' \n '],
  ['bars alone', 'rental', ' || || '],
  ['bare labels', 'rental', joinEnquiry('rental', { name: '', email: ' ', eventDescription: '' })],
  ['one part of spaces', 'rental', joinEnquiry('rental', { ...rental, email: ' \t ' })],
  ['a name of spaces', 'rental', 'Name:   ||Email: nino@example.com||Event Description: A birthday'],
  [
    'one part of five',
    'dj',
    'Full Name: Ana||Stage Name: DJ Ana||Social Network Link: https://s.example||Music Platform Link: ||Motivation: x',
  ],
  ['a part without labels', 'rental', 'Nino|| ||A birthday'],
  ['a part under a label of its own', 'rental', 'name: Nino||e-mail: ||message: A birthday'],
  ['one bare label', 'rental', 'Name: '],
  ['one bare label of its own', 'dj', ' e-mail:\n'],
  ['some bare labels', 'dj', 'Full Name: || Stage name:'],
  ['one invisible part', 'rental', joinEnquiry('rental', { ...rental, name: '\u200B' })],
  ['an invisible part without labels', 'rental', 'Nino||\u200B \u2060||A birthday'],
  ['an invisible part under a label of its own', 'rental', 'name: Nino||e-mail: \uFEFF\u200B||message: A birthday'],
  ['an invisible text', 'dj', '\u200B'],
  ['a part that was left out', 'rental', 'Name: Nino||Email: nino@example.com'],
] as const)('%s is blank', (_, kind, text) => {
  expect(isBlankEnquiry(kind, text)).toBe(true);
});

test.each([
  ['a whole one', 'rental', joinEnquiry('rental', rental)],
  ['a plain sentence', 'dj', 'anything'],
  ['one with an invisible character beside visible ones', 'rental', joinEnquiry('rental', { ...rental, name: 'Ni\u200Bno' })],
  ['one label with its value', 'dj', 'Motivation: x'],
  ['a label with its value in the next line', 'rental', 'Message:\nA birthday'],
  ['a plain sentence that begins like the form', 'rental', 'Name: Nino, is the 5th free?'],
  ['parts joined by something else', 'rental', 'Name: Nino\nEmail: nino@example.com\nA birthday'],
  ['parts without labels', 'rental', 'Nino||nino@example.com||A birthday'],
  ['labels of its own', 'rental', 'name: Nino||e-mail: nino@example.com||message: A birthday'],
  ['bars inside of a value', 'rental', 'Name: A||||B||Email: a@b.ge||Event Description: 1||2'],
  ['more parts than the form has', 'rental', 'Nino||||nino@example.com||A birthday'],
] as const)('%s is not blank', (_, kind, text) => {
  expect(isBlankEnquiry(kind, text)).toBe(false);
});

test('labels stand in the order of the wire', () => {
  expect(Object.values(enquiryFields.rental)).toEqual(['Name', 'Email', 'Event Description']);
  expect(Object.values(enquiryFields.dj)).toEqual(['Full Name', 'Stage Name', 'Social Network Link', 'Music Platform Link', 'Motivation']);
});
