// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runStaffHook } from '#tests/setup/staff-screen.tsx';
import { useScanner } from './use-scanner.ts';

const codeOf = (ticketId: number) => `User ID: 1\nTicket ID: ${ticketId}\nV1.signature`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network.')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a code that stays in front of the camera is passed over in sight for five seconds', () => {
  const { result } = runStaffHook(() => useScanner({ isReady: true, eventId: 7 }), undefined);
  const read = (ticketId: number): boolean => {
    let isTaken = false;
    act(() => {
      isTaken = result.current.read(codeOf(ticketId));
    });
    return isTaken;
  };
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  act(() => result.current.start());
  expect(read(1)).toBe(true);
  act(() => result.current.scanAgain());
  expect(result.current.samePauseSeconds).toBe(0);
  wait(500);
  expect([read(1), result.current.samePauseSeconds]).toEqual([false, 5]);
  wait(900);
  expect([read(1), result.current.samePauseSeconds]).toEqual([false, 4]);
  // A code out of sight is not announced.
  wait(1_000);
  expect(result.current.samePauseSeconds).toBe(0);
  expect([read(1), result.current.samePauseSeconds]).toEqual([false, 3]);
  expect([read(2), result.current.samePauseSeconds]).toEqual([true, 0]);
  act(() => result.current.scanAgain());
  wait(5_000);
  expect(read(2)).toBe(true);
});
