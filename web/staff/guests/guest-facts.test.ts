import { expect, test } from 'vitest';
import { countText } from './guest-facts.tsx';

test('what was not counted to its end says so', () => {
  expect([countText([0]), countText([999]), countText([1000]), countText([1000, 12])]).toEqual(['0', '999', '1000+', '1012+']);
});
