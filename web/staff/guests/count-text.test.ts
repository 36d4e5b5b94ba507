import { expect, test } from 'vitest';
import { countText } from './count-text.ts';

test('what was not counted to its end says so', () => {
  expect([countText([0]), countText([999]), countText([1000]), countText([1000, 12])]).toEqual(['0', '999', '1000+', '1012+']);
});
