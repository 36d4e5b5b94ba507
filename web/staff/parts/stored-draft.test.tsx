// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { runStaffHook } from '#tests/setup/staff-screen.tsx';
import { useStoredDraft } from './stored-draft.ts';

const Draft = z.object({ text: z.string(), isLoud: z.boolean() });
const empty = { text: '', isLoud: false };
const open = (name = 'note-1') => runStaffHook(() => useStoredDraft(name, Draft, empty), undefined);

beforeEach(() => sessionStorage.clear());

test('what is typed is there again after a reload, under its own record only', () => {
  const { result } = open();
  expect([result.current.value, result.current.isRestored]).toEqual([empty, false]);
  act(() => result.current.change({ text: 'Lost a coat', isLoud: true }));
  const { result: reloaded } = open();
  expect([reloaded.current.value, reloaded.current.isRestored]).toEqual([{ text: 'Lost a coat', isLoud: true }, true]);
  expect(open('note-2').result.current.value).toEqual(empty);
});

test('a reset forgets what was stored', () => {
  const { result } = open();
  act(() => result.current.change({ text: 'Lost a coat', isLoud: true }));
  act(() => result.current.reset({ text: 'saved', isLoud: false }));
  expect(result.current.value).toEqual({ text: 'saved', isLoud: false });
  expect(open().result.current).toMatchObject({ value: empty, isRestored: false });
});

test.each(['no JSON', '{"text":5,"isLoud":true}', 'null'])('what no longer fits the schema is dropped: %s', (stored) => {
  sessionStorage.setItem('staff-draft:note-1', stored);
  expect(open().result.current).toMatchObject({ value: empty, isRestored: false });
});
