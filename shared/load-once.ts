/**
 * Returns a function that loads with its first call and keeps the value for the process or page, such as parsed fonts. Calls meanwhile
 * wait for the same load; after a failed one the next call loads again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
