import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToasts } from './toast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const textsOf = (toasts: ReturnType<typeof createToasts>) => toasts.all().map(({ text }) => text);

test('a message leaves after its time [§2.toasts §9.toasts]', () => {
  const toasts = createToasts(5_000);
  toasts.success('Saved');
  vi.advanceTimersByTime(4_999);
  expect(textsOf(toasts)).toEqual(['Saved']);
  vi.advanceTimersByTime(1);
  expect(textsOf(toasts)).toEqual([]);
});

test('held messages stay, and take the rest of their time afterwards', () => {
  const toasts = createToasts(5_000);
  toasts.info('One');
  vi.advanceTimersByTime(3_000);
  toasts.hold(true);
  toasts.info('Two');
  vi.advanceTimersByTime(60_000);
  expect(textsOf(toasts)).toEqual(['One', 'Two']);
  toasts.hold(false);
  vi.advanceTimersByTime(2_000);
  expect(textsOf(toasts)).toEqual(['Two']);
  vi.advanceTimersByTime(3_000);
  expect(textsOf(toasts)).toEqual([]);
});

test('the oldest makes room for a fourth', () => {
  const toasts = createToasts(5_000);
  for (const text of ['1', '2', '3', '4']) toasts.warning(text);
  expect(textsOf(toasts)).toEqual(['2', '3', '4']);
});

test('a dismissed message is gone at once, and its listeners know', () => {
  const toasts = createToasts(5_000);
  const heard = vi.fn();
  toasts.subscribe(heard);
  toasts.error('Failed', { label: 'Undo', run: () => undefined });
  const [shown] = toasts.all();
  toasts.dismiss(shown?.id ?? 0);
  expect(textsOf(toasts)).toEqual([]);
  expect(heard).toHaveBeenCalledTimes(2);
});
