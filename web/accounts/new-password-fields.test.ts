import { expect, test } from 'vitest';
import { matchView, metCount, passwordView } from './new-password-fields.tsx';

const states = (password: string, isTouched: boolean) =>
  Object.fromEntries(passwordView(password, isTouched).map(({ rule, state }) => [rule, state]));

test('no rule is marked before the password was touched', () => {
  expect(states('', false)).toEqual({ length: 'open', lowercase: 'open', uppercase: 'open', symbol: 'open' });
});

test('once touched every rule is met or failed, also when all was deleted again [§2.password-rules]', () => {
  expect(states('', true)).toEqual({ length: 'failed', lowercase: 'failed', uppercase: 'failed', symbol: 'failed' });
  expect(states('abcDEF12', true)).toEqual({ length: 'met', lowercase: 'met', uppercase: 'met', symbol: 'failed' });
  expect(states('ა!', true)).toEqual({ length: 'failed', lowercase: 'failed', uppercase: 'failed', symbol: 'met' });
});

test('the rules met are counted', () => {
  expect(metCount(passwordView('abcDEF12', true))).toBe(3);
  expect(metCount(passwordView('abcDEF12', false))).toBe(0);
});

test('the two passwords are compared once the second one has something in it', () => {
  expect(matchView('secret', '')).toBe('open');
  expect(matchView('secret', 'secre')).toBe('failed');
  expect(matchView('secret', 'secret')).toBe('met');
});
