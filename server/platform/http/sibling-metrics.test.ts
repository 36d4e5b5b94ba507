import { expect, test } from 'vitest';
import { mergeReports } from './sibling-metrics.ts';

const lines = (count: number): string[] => [
  '# TYPE up gauge',
  'up 1',
  '# TYPE calls counter',
  `calls{class="a"} ${count}`,
  `calls{class="b"} 0`,
];

test('the metrics of several processes stand under one type each, told apart by a label', () => {
  expect(
    mergeReports([
      { number: 1, lines: lines(3) },
      { number: 2, lines: ['# TYPE calls counter', 'calls{class="a"} 4'] },
    ]),
  ).toEqual([
    '# TYPE up gauge',
    'up{process="1"} 1',
    '# TYPE calls counter',
    'calls{process="1",class="a"} 3',
    'calls{process="1",class="b"} 0',
    'calls{process="2",class="a"} 4',
  ]);
});

test('those of one process have no label more', () => {
  expect(mergeReports([{ lines: lines(3) }])).toEqual(lines(3));
});
