import { expect, test } from 'vitest';
import { createConnectivity } from './connectivity.ts';

function stage() {
  let now = 1_000;
  return { connectivity: createConnectivity(() => now), wait: (ms: number) => void (now += ms) };
}

test('two questions in a row without an answer in time, and the phone decides alone for 30 seconds, whatever else arrives', () => {
  const { connectivity, wait } = stage();
  connectivity.heard();
  expect([connectivity.state(), connectivity.mayAsk()]).toEqual(['live', true]);
  connectivity.missed();
  expect(connectivity.mayAsk()).toBe(true);
  connectivity.missed();
  connectivity.heard();
  expect([connectivity.state(), connectivity.mayAsk()]).toEqual(['alone', false]);
  wait(30_000);
  expect([connectivity.state(), connectivity.mayAsk()]).toEqual(['live', true]);
  connectivity.missed();
  expect(connectivity.mayAsk(), 'one wait for each pause').toBe(false);
  wait(30_000);
  connectivity.answered();
  connectivity.missed();
  expect(connectivity.mayAsk(), 'an answer begins anew').toBe(true);
});

test('a phone is not live after a question without an answer, until anything arrives', () => {
  const { connectivity } = stage();
  connectivity.heard();
  connectivity.missed();
  expect(connectivity.state()).toBe('connecting');
  connectivity.heard();
  expect(connectivity.state()).toBe('live');
});

test('a dead line is left alone until anything arrives', () => {
  const { connectivity, wait } = stage();
  expect([connectivity.state(), connectivity.mayAsk()]).toEqual(['connecting', true]);
  connectivity.lost();
  wait(60_000);
  expect([connectivity.state(), connectivity.mayAsk()]).toEqual(['alone', false]);
  connectivity.heard();
  expect([connectivity.state(), connectivity.mayAsk()]).toEqual(['live', true]);
});
