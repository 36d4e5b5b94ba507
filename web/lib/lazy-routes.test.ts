import { expect, test, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS } from '#shared/constants.ts';
import { SECOND_MS } from '#shared/durations.ts';
import { siteTranslator } from '#tests/setup/show.tsx';
import { withTranslations } from './lazy-routes.ts';

test('a script that takes longer than 120 s has failed, and none before [§9.scripts]', async () => {
  vi.useFakeTimers();
  try {
    const failed: unknown[] = [];
    const fail = async (error: unknown) => {
      failed.push(error);
      return {};
    };
    const [route] = withTranslations([{ path: '/slow', lazy: () => new Promise<never>(() => undefined) }], siteTranslator(), fail);
    const shown = typeof route?.lazy === 'function' ? route.lazy() : undefined;
    await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - SECOND_MS);
    expect(failed).toEqual([]);
    await vi.advanceTimersByTimeAsync(SECOND_MS);
    await shown;
    expect(failed).toEqual([new Error('The script took too long.')]);
  } finally {
    vi.useRealTimers();
  }
});
