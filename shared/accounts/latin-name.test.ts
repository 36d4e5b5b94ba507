import { expect, test } from 'vitest';
import { latinNameOf } from './latin-name.ts';

test.each([
  ['გიორგი', 'Giorgi'],
  [' ნინო ', 'Nino'],
  ['ᲜᲘᲜᲝ', 'Nino'],
  ['ღვინიაშვილი', 'Ghviniashvili'],
  ['ჭყონია', 'Chqonia'],
  ['ჟღენტი', 'Zhghenti'],
  ['ხაჩიძე', 'Khachidze'],
  ['წიქარიშვილი', 'Tsikarishvili'],
  ['აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ', 'Abgdevztiklmnopzhrstupkghqshchtsdztschkhjh'],
])('%s is %s in the passport', (name, latin) => {
  expect(latinNameOf(name)).toBe(latin);
});

test('other letters have no such spelling', () => {
  expect(['', ' ', 'Nino', 'Müller', "O'Neil", 'ნინო X', 'ნინო-მარი'].map(latinNameOf)).toEqual(Array(7).fill(undefined));
});
