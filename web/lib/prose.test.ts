import { expect, test } from 'vitest';
import { blocksOf } from './prose.tsx';

test('lines are paragraphs, and neighbours with bullets one list', () => {
  expect(blocksOf('Before\n• one\n• two\nBetween\n• three')).toEqual([
    { kind: 'paragraph', text: 'Before' },
    { kind: 'list', items: ['one', 'two'] },
    { kind: 'paragraph', text: 'Between' },
    { kind: 'list', items: ['three'] },
  ]);
});
