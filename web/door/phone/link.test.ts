import { expect, test } from 'vitest';
import { createLink } from './connectivity.ts';

function stage() {
  let now = 1_000;
  return { link: createLink(() => now), scannerDevice: (ms: number) => void (now += ms) };
}

test('two questions in a row without an answer in time, and the phone decides alone for 30 seconds, whatever else arrives', () => {
  const { link, scannerDevice } = stage();
  link.heard();
  expect([link.state(), link.mayAsk()]).toEqual(['live', true]);
  link.missed();
  expect(link.mayAsk()).toBe(true);
  link.missed();
  link.heard();
  expect([link.state(), link.mayAsk()]).toEqual(['alone', false]);
  scannerDevice(30_000);
  expect([link.state(), link.mayAsk()]).toEqual(['live', true]);
  link.missed();
  expect(link.mayAsk(), 'one wait for each pause').toBe(false);
  scannerDevice(30_000);
  link.answered();
  link.missed();
  expect(link.mayAsk(), 'an answer begins anew').toBe(true);
});

test('a dead line is left alone until anything arrives', () => {
  const { link, scannerDevice } = stage();
  expect([link.state(), link.mayAsk()]).toEqual(['connecting', true]);
  link.lost();
  scannerDevice(60_000);
  expect([link.state(), link.mayAsk()]).toEqual(['alone', false]);
  link.heard();
  expect([link.state(), link.mayAsk()]).toEqual(['live', true]);
});
