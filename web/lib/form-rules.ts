import { useEffect } from 'react';
import { inTime, withRetries } from './lazy-routes.ts';

/** Loads what a form needs only once somebody fills it in. @throws also when it takes too long, so that no form waits for ever */
export const loadRules = <T>(load: () => Promise<T>): Promise<T> => withRetries(() => inTime(load()));

/** After a release the file of the rules may be gone; a new document names the new one. Only once, and only while nothing is typed. */
async function reload(): Promise<void> {
  const [entry] = performance.getEntriesByType('navigation');
  if (entry instanceof PerformanceNavigationTiming && entry.type === 'reload') return;
  const isServerThere = await fetch(location.href, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  if (isServerThere && Array.from(fields).every(({ value, defaultValue }) => value === defaultValue)) location.reload();
}

/** Loads the rules as soon as a field has the focus, so that they do not delay the page. */
export function usePreloadedRules(load: () => Promise<unknown>): void {
  useEffect(() => {
    let isFirst = true;
    const fetchAhead = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
      load().catch(isFirst ? reload : () => undefined);
      isFirst = false;
    };
    document.addEventListener('focusin', fetchAhead);
    return () => document.removeEventListener('focusin', fetchAhead);
  }, [load]);
}
