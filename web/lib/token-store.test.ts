import { expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/durations.ts';
import { refreshDueAt } from './token-store.ts';

const NOW = Date.parse('2026-11-20T20:00:00Z');

const tokenOf = (claims: object): string => `e30.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.x`;
const issued = (iat: number, lifetimeMs: number) => ({ iat: iat / 1000, exp: (iat + lifetimeMs) / 1000 });

test('a token is due 60 s before it expires [§4.refresh-due §9.refresh]', () => {
  expect(refreshDueAt({ token: tokenOf(issued(NOW, 15 * MINUTE_MS)), receivedAt: NOW }, NOW)).toBe(NOW + 14 * MINUTE_MS);
});

test('a clock that is an hour off makes no difference', () => {
  const receivedAt = NOW + 60 * MINUTE_MS;
  expect(refreshDueAt({ token: tokenOf(issued(NOW, 15 * MINUTE_MS)), receivedAt }, receivedAt + MINUTE_MS)).toBe(
    receivedAt + 14 * MINUTE_MS,
  );
});

test('a token whose arrival was not noted is judged by its own end', () => {
  const token = tokenOf(issued(NOW, 15 * MINUTE_MS));
  expect(refreshDueAt({ token, receivedAt: 0 }, NOW)).toBe(NOW + 14 * MINUTE_MS);
  expect(refreshDueAt({ token, receivedAt: NOW + MINUTE_MS }, NOW)).toBe(NOW + 14 * MINUTE_MS);
});

test('a token that lives less than two minutes is due halfway', () => {
  expect(refreshDueAt({ token: tokenOf(issued(NOW, 30_000)), receivedAt: NOW }, NOW)).toBe(NOW + 15_000);
});

test.each(['', 'nonsense', 'a.b.c', tokenOf({ iat: 1 }), tokenOf({ exp: 'soon' })])('%s says nothing of its end', (token) => {
  expect(refreshDueAt({ token, receivedAt: NOW }, NOW)).toBeUndefined();
});
