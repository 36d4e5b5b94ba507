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
  ['ანა-მარია', 'Ana-Maria'],
  ['ანა მარია', 'Ana Maria'],
  ['ჩხარტიშვილი - წერეთელი', 'Chkhartishvili - Tsereteli'],
  ['წიქარიშვილი', 'Tsikarishvili'],
  ['აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ', 'Abgdevztiklmnopzhrstupkghqshchtsdztschkhjh'],
])('%s is %s in the passport', (name, latin) => {
  expect(latinNameOf(name)).toBe(latin);
});

test('other letters have no such spelling', () => {
  expect(['', ' ', '-', 'Nino', 'Müller', "O'Neil", 'ნინო X', 'ნინო_მარი'].map(latinNameOf)).toEqual(Array(8).fill(undefined));
});
