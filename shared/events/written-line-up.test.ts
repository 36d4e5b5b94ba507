import { expect, test } from 'vitest';
import type { Floor } from '#shared/constants.ts';
import { lineUpNotes, type NamedStage, readLineUp as readWith } from './written-line-up.ts';

const two: NamedStage[] = [
  { floor: 1, names: ['Main Stage', 'მთავარი სცენა'] },
  { floor: 2, names: ['Space Stage', 'სფეის სცენა'] },
];
const readLineUp = (text: string) => readWith(text, two);

/** `1 23:00 Lela M. *` */
const summary = (text: string) =>
  readLineUp(text).acts.map(({ floor, time, artistName, isHeadliner }) => `${floor} ${time} ${artistName}${isHeadliner ? ' *' : ''}`);

test('a list with its stages is understood', () => {
  const text = `
Main Stage:
23:00 Lela M.
01:30 – OBERTON *
04:00   Kvali b2b Data Dzma

Space Stage:
23:30 ნულოვანი
02:15 | Gela
`;
  expect(summary(text)).toEqual([
    '1 23:00 Lela M.',
    '1 01:30 OBERTON *',
    '1 04:00 Kvali b2b Data Dzma',
    '2 23:30 ნულოვანი',
    '2 02:15 Gela',
  ]);
  expect(readLineUp(text).skipped).toEqual([]);
});

test.each([
  ['23:00 Lela M.', '1 23:00 Lela M.'],
  ['23.00 Lela M.', '1 23:00 Lela M.'],
  ['1:30 Lela M.', '1 01:30 Lela M.'],
  ['00:00: Lela', '1 00:00 Lela'],
  ['23:00-01:00 Lela M.', '1 23:00 Lela M.'],
  ['23:00 – 01:00 – Lela M.', '1 23:00 Lela M.'],
  ['05:00 - end Lela', '1 05:00 Lela'],
  ['[23:00] Lela', '1 23:00 Lela'],
  ['Lela M. 23:00', '1 23:00 Lela M.'],
  ['Lela M. – 23:00', '1 23:00 Lela M.'],
  ['Lela M. (23:00)', '1 23:00 Lela M.'],
  ['Lela M. @ 23:00–01:00', '1 23:00 Lela M.'],
  ['• 23:00 Lela', '1 23:00 Lela'],
  ['1) 23:00 Lela', '1 23:00 Lela'],
  ['* 23:00 Lela', '1 23:00 Lela *'],
  ['23:00 Lela (headliner)', '1 23:00 Lela *'],
  ['23:00 ★ Lela', '1 23:00 Lela *'],
  ['23:00 Lela (live)', '1 23:00 Lela (live)'],
  ['23:00 Lela [Space]', '2 23:00 Lela'],
  ['23:00 808 State', '1 23:00 808 State'],
  ['23:00\tდათა ძმა', '1 23:00 დათა ძმა'],
  ['5:30-8 HVL', '1 05:30 HVL'],
  ['5:30 until 8 HVL', '1 05:30 HVL'],
  ['1-3 Bacho', '1 01:00 Bacho'],
  ['1 – 3: Bacho', '1 01:00 Bacho'],
  ['23-0:30 Bacho', '1 23:00 Bacho'],
  ['5-end Bacho', '1 05:00 Bacho'],
  ['2 Yanamaste', '1 02:00 Yanamaste'],
  ['23h - Yanamaste', '1 23:00 Yanamaste'],
  ['Bacho 1-3', '1 01:00 Bacho'],
  ['Bacho 23:30-1', '1 23:30 Bacho'],
  ['23:00 - 2 Unlimited', '1 23:00 2 Unlimited'],
  ['2 Unlimited 23:00', '1 23:00 2 Unlimited'],
  ['1 Jan Blomqvist', '1 01:00 Jan Blomqvist'],
  ['2 2 Unlimited', '1 02:00 2 Unlimited'],
  ['\u200B23:00 Lela\u202E', '1 23:00 Lela'],
])('%j is one act', (line, act) => {
  expect(summary(line)).toEqual([act]);
});

test.each([
  ['Main', 1],
  ['MAIN STAGE', 1],
  ['— Main Floor —', 1],
  ['მთავარი სცენა:', 1],
  ['Stage 1', 1],
  ['Space', 2],
  ['## Space stage', 2],
  ['სფეის სცენა', 2],
  ['სცენა 2:', 2],
])('after %j acts play there', (stage, floor) => {
  expect(readLineUp(`${floor === 1 ? 'Space' : 'Main'}\n${stage}\n23:00 Lela`).acts).toMatchObject([{ floor }]);
});

const four: NamedStage[] = [
  { floor: 1, names: ['Garden Stage', 'ბაღი'] },
  { floor: 2, names: ['The Main Room', 'მთავარი დარბაზი'] },
  { floor: 3, names: ['Vault (B2)', 'სარდაფი'] },
  { floor: 4, names: ['Stage 1', 'ზედა სცენა'] },
];

test.each([
  ['GARDEN STAGE:', 1],
  ['— garden —', 1],
  ['ბაღი', 1],
  ['the main room', 2],
  ['The Main', 2],
  ['მთავარი დარბაზი:', 2],
  ['Vault (B2)', 3],
  ['Stage 3', 3],
  ['სარდაფი', 3],
  // A stage name given by the club takes precedence over the common spelling.
  ['Stage 1', 4],
  ['ზედა', 4],
])('%j is found among the club’s own names', (line, floor) => {
  expect(readWith(`Stage 4\n${line}\n23:00 Lela`, four)).toMatchObject({ acts: [{ floor }], skipped: [] });
});

test('a stage that the club does not have is not understood', () => {
  expect(readWith('Space:\n23:00 Lela\n01:00 Gela (Space)', two.slice(0, 1))).toMatchObject({
    acts: [
      { floor: 1, artistName: 'Lela' },
      { floor: 1, artistName: 'Gela (Space)' },
    ],
    skipped: ['Space:'],
  });
});

test('an artist called like a stage plays, once there is a time', () => {
  expect(summary('23:00 Main')).toEqual(['1 23:00 Main']);
});

test('what is not understood is handed back', () => {
  const text = 'Friday at the club\n25:00 Nobody\n23:61 Nobody\n23:00\n23:00 –\n01:00 Lela\r\nDoors 23h';
  expect(readLineUp(text)).toEqual({
    acts: [{ floor: 1, time: '01:00', artistName: 'Lela', isHeadliner: false }],
    skipped: ['Friday at the club', '25:00 Nobody', '23:61 Nobody', '23:00', '23:00 –', 'Doors 23h'],
  });
});

test('a number that is no hour does not become one', () => {
  const lines = [
    '808 State',
    'Blink 182',
    '25 Nobody',
    '18+ only',
    '1. Lela',
    '20 November',
    '20 Nov 2026',
    '5 დეკემბერი',
    '20 GEL before midnight',
    '2 stages',
    '50% off',
  ];
  expect(readLineUp(lines.join('\n'))).toEqual({ acts: [], skipped: lines });
});

test('no list is too long or too odd to be read', () => {
  expect(readLineUp('').acts).toEqual([]);
  const long = readLineUp(Array.from({ length: 100 }, (_, place) => `23:00 Act ${place}`).join('\n'));
  expect([long.acts.length, long.skipped.length]).toEqual([60, 40]);
  const name = '𝔏'.repeat(140);
  expect([...(readLineUp(`23:00 ${name}`).acts[0]?.artistName ?? '')]).toHaveLength(120);
  expect(readLineUp(`23:00 ${'x'.repeat(300)}`)).toMatchObject({ acts: [], skipped: [`23:00 ${'x'.repeat(294)}`] });
  expect(readLineUp(`${' '.repeat(50_000)}x${'-'.repeat(50_000)}y`).acts).toEqual([]);
});

const event = { startDate: '2026-12-04T23:00:00+04:00', endDate: '2026-12-05T07:00:00+04:00' };
const notes = (...acts: [Floor, string, string][]) =>
  lineUpNotes({
    ...event,
    lineUps: acts.map(([floor, startTime, artistName], id) => ({
      id,
      floor,
      startTime,
      artistName,
      isHeaderLineUp: false,
      soundUrl: null,
    })),
  });

test('a line-up without gaps and overlaps has no warnings', () => {
  expect(notes([1, '2026-12-04T23:00:00+04:00', 'A'], [1, '2026-12-05T02:00:00+04:00', 'B'])).toEqual([]);
  expect(notes()).toEqual([]);
});

test('a stage that begins late, acts at once, short sets and times outside of the event are warned about', () => {
  const found = notes(
    [1, '2026-12-05T00:00:00+04:00', 'A'],
    [1, '2026-12-05T00:00:00+04:00', 'B'],
    [2, '2026-12-04T23:00:00+04:00', 'C'],
    [2, '2026-12-04T23:20:00+04:00', 'D'],
    [2, '2026-12-05T08:00:00+04:00', 'E'],
  );
  expect(found).toEqual([
    { kind: 'gap', floor: 1, from: event.startDate, until: '2026-12-05T00:00:00+04:00' },
    { kind: 'same_start', floor: 1, names: ['A', 'B'], at: '2026-12-05T00:00:00+04:00' },
    { kind: 'outside', floor: 2, name: 'E', at: '2026-12-05T08:00:00+04:00' },
    { kind: 'short', floor: 2, name: 'C', minutes: 20 },
  ]);
});
