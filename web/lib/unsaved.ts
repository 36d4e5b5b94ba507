import { useEffect, useId } from 'react';

/** The names of what is typed and not saved. */
const names = new Set<string>();

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/** While something is unsaved, the browser asks before the tab is closed or reloaded. Without listener such a page may stay in its cache. */
export function markUnsaved(name: string, isUnsaved: boolean): void {
  if (isUnsaved) names.add(name);
  else names.delete(name);
  if (names.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

/** For a reload that keeps what is typed. */
export function leaveWithoutQuestion(): void {
  for (const name of names) markUnsaved(name, false);
}

/** Marks what a screen holds, as long as it is shown. */
export function useUnsaved(isUnsaved: boolean): void {
  const name = useId();
  useEffect(() => {
    markUnsaved(name, isUnsaved);
    return () => markUnsaved(name, false);
  }, [name, isUnsaved]);
}
