import { expect, test, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS } from '#shared/constants.ts';
import { SECOND_MS } from '#shared/durations.ts';
import { loadRules } from './form-rules.ts';

test('a form whose rules do not arrive is refused after 120 s, and not before', async () => {
  vi.useFakeTimers();
  try {
    const ended = vi.fn<(failure: unknown) => void>();
    void loadRules(() => new Promise<never>(() => undefined)).catch(ended);
    await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - SECOND_MS);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    expect(ended).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});
