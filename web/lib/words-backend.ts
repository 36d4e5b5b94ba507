import type { BackendModule, ReadCallback } from 'i18next';

/**
 * Fetches the words of one namespace; i18next tries again when told that it may help. A tenth of the size of i18next-http-backend, which
 * the first load's budget has no room for. The request equals the page's preload, so that one serves the other.
 */
export const wordsBackend = (version: string): BackendModule => ({
  type: 'backend',
  init: () => undefined,
  async read(language: string, namespace: string, done: ReadCallback) {
    try {
      const response = await fetch(wordsUrl(language, namespace, version));
      if (response.ok) done(null, await response.json());
      else done(`status ${response.status}`, response.status >= 500);
    } catch (error) {
      done(String(error), true);
    }
  },
});

export const wordsUrl = (language: string, namespace: string, version: string): string =>
  `/locales/${language}/${namespace}.json?v=${version}`;
