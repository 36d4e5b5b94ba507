import { expect, test, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS } from '#shared/constants.ts';
import { SECOND_MS } from '#shared/durations.ts';
import { lazyResolver } from './form-rules.ts';

test('a form whose rules do not arrive is refused after 120 s, and not before', async () => {
  vi.useFakeTimers();
  try {
    const resolve = lazyResolver<{ name: string }>(() => new Promise<never>(() => undefined));
    const ended = vi.fn<(result: unknown) => void>();
    void Promise.resolve(resolve({ name: 'Nino' }, undefined, { fields: {}, shouldUseNativeValidation: false })).then(ended);
    await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - SECOND_MS);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    expect(ended).toHaveBeenCalledWith({ values: {}, errors: { root: { type: 'no rules' } } });
  } finally {
    vi.useRealTimers();
  }
});
