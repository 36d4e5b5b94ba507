import type { BackendModule, ReadCallback } from 'i18next';
import { CALL_TIMEOUT_MS } from '#shared/constants.ts';

/**
 * Fetches the words of one namespace; i18next tries again when told that it may help. A tenth of the size of i18next-http-backend, which
 * the first load's budget has no room for. The request equals the page's preload, so that one serves the other. What does not come within
 * `timeoutMs` has failed: i18next would wait for it for good.
 */
export const wordsBackend = (version: string, { origin = '', timeoutMs = CALL_TIMEOUT_MS } = {}): BackendModule => ({
  type: 'backend',
  init: () => undefined,
  async read(language: string, namespace: string, done: ReadCallback) {
    try {
      const response = await fetch(origin + wordsUrl(language, namespace, version), { signal: AbortSignal.timeout(timeoutMs) });
      if (response.ok) done(null, await response.json());
      else done(`status ${response.status}`, response.status >= 500);
    } catch (error) {
      done(String(error), true);
    }
  },
});

export const wordsUrl = (language: string, namespace: string, version: string): string =>
  `/locales/${language}/${namespace}.json?v=${version}`;
