import { expect, test } from 'vitest';
import { toPage } from './paging.ts';

const rows = [{ id: 9 }, { id: 7 }, { id: 4 }];

test('a page names the key of the next one, the last page none', () => {
  expect(toPage(rows, 2)).toEqual({ items: [{ id: 9 }, { id: 7 }], next: 7 });
  expect(toPage(rows, 3)).toEqual({ items: rows, next: null });
  expect(toPage([], 3)).toEqual({ items: [], next: null });
});
