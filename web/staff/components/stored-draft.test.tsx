// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { runStaffHook } from '#tests/setup/staff-screen.tsx';
import { session } from '#web/lib/browser-api.ts';
import { leaveWithoutQuestion } from '#web/lib/unsaved.ts';
import { useStoredDraft } from './staff-form.ts';

const Draft = z.object({ text: z.string(), isLoud: z.boolean() });
const empty = { text: '', isLoud: false };
const open = (name = 'note-1') => runStaffHook(() => useStoredDraft(name, Draft, empty), undefined);

const signIn = (userId: number) => session.signIn(`.${btoa(JSON.stringify({ sub: String(userId) }))}.`);

beforeEach(() => {
  sessionStorage.clear();
  leaveWithoutQuestion();
});
afterEach(() => session.signOut());

test('what is typed is there again after a reload, under its own record only', () => {
  const { result } = open();
  expect([result.current.value, result.current.isRestored]).toEqual([empty, false]);
  act(() => result.current.change({ text: 'Lost a coat', isLoud: true }));
  const { result: reloaded } = open();
  expect([reloaded.current.value, reloaded.current.isRestored]).toEqual([{ text: 'Lost a coat', isLoud: true }, true]);
  expect(open('note-2').result.current.value).toEqual(empty);
});

test('a colleague who logs in at the same machine sees no draft of another, who finds it again', () => {
  signIn(1);
  const { result: own } = open();
  act(() => own.current.change({ text: 'Lost a coat', isLoud: true }));
  session.signOut();
  signIn(2);
  const { result: other } = open();
  expect(other.current).toMatchObject({ value: empty, isRestored: false });
  act(() => other.current.change({ text: 'Was rude', isLoud: false }));
  signIn(1);
  expect(open().result.current.value).toEqual({ text: 'Lost a coat', isLoud: true });
});

test('a reset forgets what was stored', () => {
  const { result } = open();
  act(() => result.current.change({ text: 'Lost a coat', isLoud: true }));
  act(() => result.current.reset({ text: 'saved', isLoud: false }));
  expect(result.current.value).toEqual({ text: 'saved', isLoud: false });
  expect(open().result.current).toMatchObject({ value: empty, isRestored: false });
});

test.each(['no JSON', '{"text":5,"isLoud":true}', 'null'])('what no longer fits the schema is dropped: %s', (stored) => {
  signIn(1);
  sessionStorage.setItem('draft:1:note-1', stored);
  expect(open().result.current).toMatchObject({ value: empty, isRestored: false });
});

test('closing the tab asks while something is typed, and not when it was taken back', () => {
  const asksToClose = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const { result } = open();
  act(() => result.current.change({ text: 'Lost a coat', isLoud: true }));
  expect(asksToClose()).toBe(true);
  act(() => result.current.change(empty));
  expect([asksToClose(), sessionStorage.length]).toEqual([false, 0]);
});
