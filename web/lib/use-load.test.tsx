// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { runStaffHook } from '#tests/setup/staff-screen.tsx';
import { useLoad } from './use-load.ts';

/** Loads with these answers in turn. */
function runLoad(answers: (string | Error)[]) {
  const signals: AbortSignal[] = [];
  const load = async (signal: AbortSignal) => {
    signals.push(signal);
    const answer = answers.shift() ?? 'more';
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { signals, ...runStaffHook(({ id }: { id: number }) => useLoad(id > 0 ? load : undefined, [id]), { id: 1 }) };
}

test('the old data is shown until the new one comes, also when that fails', async () => {
  const { result } = runLoad(['first', new Error('gone'), 'third']);
  expect(result.current).toMatchObject({ state: 'loading', data: undefined });
  await waitFor(() => expect(result.current).toMatchObject({ state: 'ready', data: 'first' }));
  act(() => result.current.reload());
  expect(result.current).toMatchObject({ state: 'loading', data: 'first' });
  await waitFor(() => expect(result.current).toMatchObject({ state: 'failed', data: 'first' }));
  act(() => result.current.reload());
  await waitFor(() => expect(result.current).toMatchObject({ state: 'ready', data: 'third' }));
});

test('an answer of a call is shown in place of what was loaded', async () => {
  const { result } = runLoad(['first']);
  await waitFor(() => expect(result.current.data).toBe('first'));
  act(() => result.current.show('changed'));
  expect(result.current).toMatchObject({ state: 'ready', data: 'changed' });
});

test('a load that answers after a call does not take its answer away', async () => {
  const answer = Promise.withResolvers<string>();
  const { result } = runStaffHook(() => useLoad(() => answer.promise, []), {});
  act(() => result.current.show('changed'));
  expect(result.current).toMatchObject({ state: 'ready', data: 'changed' });
  await act(async () => answer.resolve('first'));
  expect(result.current).toMatchObject({ state: 'ready', data: 'changed' });
});

test('a load that is no longer needed is aborted, and without a function nothing is loaded', async () => {
  const { result, rerender, signals, unmount } = runLoad([]);
  await waitFor(() => expect(result.current.state).toBe('ready'));
  rerender({ id: 2 });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  rerender({ id: 0 });
  expect(result.current.state).toBe('idle');
  expect(signals).toHaveLength(2);
  unmount();
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
});
