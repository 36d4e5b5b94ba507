// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { runStaffHook } from '#tests/setup/staff-screen.tsx';
import { usePages } from './staff-api.ts';

type Row = { id: number; text: string };
const row = (id: number): Row => ({ id, text: `row ${id}` });

/** A list of six rows, newest first, two on a page; `calls` are the cursors of the requests. */
function list() {
  const calls: (number | undefined)[] = [];
  const failing = new Set<number | undefined>();
  const load = async (before?: number) => {
    calls.push(before);
    if (failing.has(before)) throw new Error('no answer');
    const items = [6, 5, 4, 3, 2, 1].filter((id) => before === undefined || id < before).slice(0, 2);
    const last = items.at(-1);
    return { items: items.map(row), next: last === undefined || last === 1 ? null : last };
  };
  return { calls, failing, load };
}

const idsOf = (items: readonly Row[]) => items.map(({ id }) => id);

test('a list is read page by page until its end', async () => {
  const { calls, load } = list();
  const { result } = runStaffHook(() => usePages<Row>(['list'], load), undefined);
  await waitFor(() => expect(idsOf(result.current.items)).toEqual([6, 5]));
  act(() => result.current.more());
  await waitFor(() => expect(idsOf(result.current.items)).toEqual([6, 5, 4, 3]));
  act(() => result.current.more());
  await waitFor(() => expect(result.current.hasMore).toBe(false));
  expect([idsOf(result.current.items), calls]).toEqual([
    [6, 5, 4, 3, 2, 1],
    [undefined, 5, 3],
  ]);
});

test('pressing "more" again while the next page is read sends nothing', async () => {
  const { calls, load } = list();
  const answered = Promise.withResolvers<void>();
  const slow = async (before?: number) => {
    const page = await load(before);
    if (before !== undefined) await answered.promise;
    return page;
  };
  const { result } = runStaffHook(() => usePages<Row>(['list'], slow), undefined);
  await waitFor(() => expect(result.current.hasMore).toBe(true));
  act(() => result.current.more());
  await waitFor(() => expect(result.current.isFetching).toBe(true));
  act(() => result.current.more());
  answered.resolve();
  await waitFor(() => expect(idsOf(result.current.items)).toEqual([6, 5, 4, 3]));
  expect(calls).toEqual([undefined, 5]);
});

test('another filter begins at its first page, and the old rows stay until the new ones are there', async () => {
  const { calls, load } = list();
  const { result, rerender } = runStaffHook(
    ({ filter }: { filter: string }) => usePages<Row>(['list', filter], filter === 'none' ? async () => ({ items: [], next: null }) : load),
    { filter: 'all' },
  );
  await waitFor(() => expect(result.current.hasMore).toBe(true));
  act(() => result.current.more());
  await waitFor(() => expect(result.current.items).toHaveLength(4));
  rerender({ filter: 'none' });
  expect([result.current.items.length, result.current.isFetching]).toEqual([4, true]);
  await waitFor(() => expect(result.current.items).toEqual([]));
  expect(calls).toEqual([undefined, 5]);
});

test('after a failed page the rows stay, and a reload reads only that page', async () => {
  const { calls, failing, load } = list();
  failing.add(5);
  const { result } = runStaffHook(() => usePages<Row>(['list'], load), undefined);
  await waitFor(() => expect(result.current.hasMore).toBe(true));
  act(() => result.current.more());
  await waitFor(() => expect(result.current.error).not.toBeNull());
  expect([idsOf(result.current.items), result.current.hasMore]).toEqual([[6, 5], false]);
  failing.clear();
  act(() => result.current.reload());
  await waitFor(() => expect(idsOf(result.current.items)).toEqual([6, 5, 4, 3]));
  expect(calls).toEqual([undefined, 5, 5]);
});

test('a changed row takes the place of the old one without a call', async () => {
  const { calls, load } = list();
  const { result } = runStaffHook(() => usePages<Row>(['list'], load), undefined);
  await waitFor(() => expect(result.current.items).toHaveLength(2));
  act(() => result.current.replace(({ id }) => id === 5, { id: 5, text: 'changed' }));
  await waitFor(() => expect(result.current.items).toEqual([row(6), { id: 5, text: 'changed' }]));
  expect(calls).toEqual([undefined]);
});
