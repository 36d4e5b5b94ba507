import { expect, test } from 'vitest';
import { isStrongPassword, PASSWORD_RULE_NAMES, passwordRules } from './password-rules.ts';

const brokenRules = (password: string) => PASSWORD_RULE_NAMES.filter((rule) => !passwordRules[rule](password));

test('a password with all four is strong', () => {
  expect(brokenRules('Night-Guest')).toEqual([]);
  expect(isStrongPassword('Night-Guest')).toBe(true);
});

test('every rule is told by itself [§5.password]', () => {
  expect(brokenRules('Night-G')).toEqual(['length']);
  expect(brokenRules('NIGHT-GUEST')).toEqual(['lowercase']);
  expect(brokenRules('night-guest')).toEqual(['uppercase']);
  expect(brokenRules('NightGuest1')).toEqual(['symbol']);
  expect(brokenRules('')).toEqual(['length', 'lowercase', 'uppercase', 'symbol']);
});

test('a space, a Georgian letter or an emoji counts as a symbol, and characters are counted as people do', () => {
  expect(isStrongPassword('Night Guest')).toBe(true);
  expect(isStrongPassword('NightGuestღ')).toBe(true);
  expect(brokenRules('Abcdef🌒')).toEqual(['length']);
  expect(brokenRules('Abcdefg🌒')).toEqual([]);
});
