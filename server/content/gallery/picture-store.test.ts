import { expect, test } from 'vitest';
import { pictureName, pictureStem } from './picture-store.ts';

test.each([
  ['Main_hall 03.jpg', 'Main hall 03'],
  ['დიდი_დარბაზი 03.JPG', 'დიდი დარბაზი 03'],
  ['  many   gaps\t.png', 'many gaps'],
  ['no-ending', 'no-ending'],
  ['12.11.2026 night.jpeg', '12.11.2026 night'],
  ['turned\u202Egpj.exe.jpg', 'turned gpj.exe'],
  ['line\nbreak\u0000.jpg', 'line break'],
  ['<img src=x onerror=alert(1)>.jpg', '<img src=x onerror=alert(1)>'],
  ['_.jpg', ''],
])('the file %j shows “%s”', (file, name) => {
  expect(pictureName(file)).toBe(name);
});

test('a long name is cut between characters', () => {
  expect([...pictureName(`${'😀'.repeat(500)}.jpg`)]).toHaveLength(120);
});

const stem = (fields: Partial<Parameters<typeof pictureStem>[0]> = {}) =>
  pictureStem({ name: 'Main hall 03', source: 'folder', sourceId: 'a.jpg', content: Buffer.from('picture'), ...fields });

test('a stem says what it shows, follows its content and belongs to one picture', () => {
  expect(stem()).toMatch(/^main-hall-03-[0-9a-f]{10}$/);
  expect(stem()).toBe(stem());
  expect(stem({ content: Buffer.from('other') })).not.toBe(stem());
  expect(stem({ sourceId: 'b.jpg' })).not.toBe(stem());
  expect(stem({ source: 'drive' })).not.toBe(stem());
});

test.each(['დარბაზი', '../../etc/passwd', '<b>', '😀', '', '-', `${'very long '.repeat(99)}`, 'a\0b', 'con', 'Ünïcödé'])(
  'the stem of %j is safe as a file and in an address',
  (name) => {
    expect(stem({ name })).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*-[0-9a-f]{10}$/);
    expect(stem({ name }).length).toBeLessThanOrEqual(80);
  },
);
