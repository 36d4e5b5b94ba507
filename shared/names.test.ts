import { expect, test } from 'vitest';
import { registerInput } from '#shared/accounts/account.schemas.ts';
import { GuestListEntryInput } from '#shared/staff/guest-lists.schemas.ts';
import { isWithoutLink } from './names.ts';

const LINKS = [
  'https://evil.example',
  'Nino www.evil.example',
  'evil.example/claim',
  'Hello http://1.2.3.4',
  'WWW.EVIL.EXAMPLE',
  'მაგალითი.გე/ა',
  'win-a-ticket.com',
  'Nino evil.GE now',
];
const NAMES = [
  'Nino',
  'Lela M.',
  'J.R. Smith',
  'St.John',
  'Dr.Dre',
  'M.Comer',
  'A.G. Ge',
  'AC/DC',
  'ნ. ბერიძე',
  'No. 1',
  'Anna-Maria',
  'O’Neil',
];

test('a link is told from a name with points and strokes', () => {
  expect(LINKS.filter(isWithoutLink)).toEqual([]);
  expect(NAMES.filter((name) => !isWithoutLink(name))).toEqual([]);
});

test('names with a link are refused on guest lists and at registration', () => {
  const entry = { firstName: 'Nino', lastName: 'Beridze', plusOnes: 0 };
  const { firstName, lastName } = registerInput(() => new Date()).shape;
  for (const link of LINKS) {
    for (const field of ['firstName', 'lastName'] as const)
      expect(GuestListEntryInput.safeParse({ ...entry, [field]: link }).success).toBe(false);
    for (const field of [firstName, lastName]) expect(field.safeParse(link).error?.issues[0]?.message).toBe('validation.name_link');
  }
  for (const name of NAMES)
    expect([GuestListEntryInput.safeParse({ ...entry, lastName: name }).success, lastName.safeParse(name).success]).toEqual([true, true]);
});
