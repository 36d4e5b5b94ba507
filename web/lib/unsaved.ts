import { useEffect, useId } from 'react';

/** The names of unsaved inputs. */
const names = new Set<string>();

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * While something is unsaved, the browser asks before the tab is closed or reloaded. The listener exists only then: a page with one may be
 * kept out of the back/forward cache.
 */
export function markUnsaved(name: string, isUnsaved: boolean): void {
  if (isUnsaved) names.add(name);
  else names.delete(name);
  if (names.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

/** For tests, which share these names. */
export function leaveWithoutQuestion(): void {
  for (const name of names) markUnsaved(name, false);
}

/** Marks a screen's input as unsaved while the screen is shown. */
export function useUnsaved(isUnsaved: boolean): void {
  const name = useId();
  useEffect(() => {
    markUnsaved(name, isUnsaved);
    return () => markUnsaved(name, false);
  }, [name, isUnsaved]);
}
