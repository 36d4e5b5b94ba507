// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSignals, type Signal } from './signals.ts';
import { useSteps } from './use-steps.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

function openSteps() {
  const given: Signal[] = [];
  const signals = { ...createSignals(), give: (signal: Signal) => void given.push(signal) };
  const { result } = renderHook(() => useSteps<Signal>({ signals, signalOf: (shown) => shown }));
  const read = (text: string): boolean => {
    let isNext = false;
    act(() => void (isNext = result.current.isNext(text)));
    return isNext;
  };
  return { steps: () => result.current, read, given };
}

test('a code that stays in front of the camera is passed over in sight, and is the next one after two seconds out of sight', async () => {
  const { steps, read } = openSteps();
  expect(read('one')).toBe(true);
  await act(() => steps().check(async () => 'accept', false));
  wait(10_000);
  act(() => steps().next());
  expect(steps().isSameCode).toBe(false);
  for (let second = 0; second < 8; second += 1) {
    wait(900);
    expect([read('one'), steps().isSameCode]).toEqual([false, true]);
  }
  // A code out of sight is not announced.
  wait(1_000);
  expect(steps().isSameCode).toBe(false);
  expect(read('one')).toBe(false);
  wait(2_000);
  expect(read('one')).toBe(true);
});

test('another code is the next one at once, and so is the same one for another purpose', () => {
  const { steps, read } = openSteps();
  expect([read('one'), read('two'), read('two')]).toEqual([true, true, false]);
  act(() => steps().forget());
  expect(read('two')).toBe(true);
});

test('a check that was cancelled leaves its code unchecked: a tap reads it again, and its late answer is not shown', async () => {
  const { steps, read, given } = openSteps();
  expect(read('one')).toBe(true);
  const { promise, resolve } = Promise.withResolvers<Signal>();
  let late: Promise<unknown> = Promise.resolve();
  act(() => void (late = steps().check(() => promise, false)));
  act(() => steps().cancel());
  expect(steps().step).toEqual({ phase: 'idle' });
  act(() => steps().start());
  expect([read('one'), steps().isSameCode]).toEqual([true, false]);
  await act(async () => {
    resolve('accept');
    expect(await late).toBeUndefined();
  });
  expect(given).toEqual([]);
});

test('the verdict of a check that nobody waits for any more is not shown', async () => {
  const { steps, given } = openSteps();
  const { promise, resolve } = Promise.withResolvers<Signal>();
  let late: Promise<unknown> = Promise.resolve();
  act(() => void (late = steps().check(() => promise, false)));
  act(() => steps().next());
  await act(() => steps().check(async () => 'reject', true));
  await act(async () => {
    resolve('accept');
    expect(await late).toBeUndefined();
  });
  expect([steps().step, given]).toEqual([{ phase: 'decided', shown: 'reject' }, ['reject']]);
});
