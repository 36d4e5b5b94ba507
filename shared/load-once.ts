/**
 * Returns a function that loads once and keeps the value for the process or page, such as parsed fonts. Concurrent calls share one load;
 * after a failed load the next call tries again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
